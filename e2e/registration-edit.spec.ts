import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2, §5, §8: 'Edit registration'.
// web/app/features/participants/edit/registration-edit-screen.test.tsx tests the content of the form.

const form = (page: Page) => page.getByRole('form', { name: 'Nova Seleção' })
const current = (page: Page) => page.getByRole('region', { name: 'Detalhes Atuais' })

/** Saves and waits until the page has reloaded itself. */
async function save(page: Page) {
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest())
  await form(page).getByRole('button', { name: 'Salvar' }).click()
  await expect(toast(page, 'Registro atualizado com sucesso!')).toBeVisible()
  await reloaded
}

test('a registration gets another size and, once it is paid, a cheaper kit that leaves a credit (§8, §24)', {
  tag: '@operation',
}, async ({ page }) => {
  const [race, account] = await Promise.all([createRace(page.request), createAccount(page.request)])
  const order = await placeOrder(page.request, account, race)
  const [{ id } = { id: 0 }] = order.registrations
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto(`/organizador/evento/participante/editar/${id}`)
  await expect(
    page.getByRole('heading', { level: 1, name: `Editar Inscrição de: ${account.name}` }),
  ).toBeVisible()
  for (const text of ['5 km', '5 km Geral', 'Kit Completo', 'R$ 107,50', 'Pix', 'Pendente'])
    await expect(current(page)).toContainText(text)
  await expectAccessible(page)
  await page.setViewportSize({ width: 1280, height: 800 })

  await form(page).getByLabel('Tamanho da camisa').selectOption({ label: 'P' })
  await expect(form(page)).toContainText('A cobrança em aberto continua a mesma.')
  await save(page)
  await expect(current(page)).toContainText('Tamanho da camisaP')

  await payOrder(page.request, order)
  // The gateway reports the payment asynchronously.
  await expect(async () => {
    await page.reload()
    await expect(current(page)).toContainText('Já pago', { timeout: 1_500 })
  }).toPass()
  await form(page).getByLabel('Produto').selectOption({ label: 'Kit Básico' })
  await expect(form(page)).toContainText('Crédito do participanteR$ 47,50')
  await save(page)
  await expect(current(page)).toContainText('Kit Básico')
  await expect(current(page)).toContainText('R$ 60,00')
  await expect(current(page)).toContainText('CréditoR$ 47,50')
})
