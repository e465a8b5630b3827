import { type APIRequestContext, expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// Specification, page 2, §2, §5, §8: 'Edit registration'.

const API = '**/api/v1/organizer/events/register/*'
const pathOf = (id: number | string) => `/organizador/evento/participante/editar/${id}`

/** A participant registered for a new event: 'Kit Completo', shirt M, R$ 107,50 by Pix. */
async function registered(request: APIRequestContext) {
  const [race, account] = await Promise.all([createRace(request), createAccount(request)])
  const { registrations } = await placeOrder(request, account, race)
  const [{ id, payment_link } = { id: 0, payment_link: null }] = registrations
  return { race, account, id, payment_link }
}

async function open(page: Page, id: number | string) {
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto(pathOf(id))
}

async function openRegistered(page: Page) {
  const registration = await registered(page.request)
  await open(page, registration.id)
  await expect(
    page.getByRole('heading', { level: 1, name: `Editar Inscrição de: ${registration.account.name}` }),
  ).toBeVisible()
  return registration
}

const form = (page: Page) => page.getByRole('form', { name: 'Nova Seleção' })
const current = (page: Page) => page.getByRole('region', { name: 'Detalhes Atuais' })
const save = (page: Page) => form(page).getByRole('button', { name: 'Salvar' }).click()

test('§2, §5 the panels and every validation message of the selects', async ({ page }) => {
  await openRegistered(page)
  for (const text of ['5 km', '5 km Geral', 'Kit Completo', 'R$ 107,50', 'Pix', 'Pendente'])
    await expect(current(page)).toContainText(text)
  const select = (label: string) => form(page).getByLabel(label)
  await expect(select('Modalidade')).toHaveValue(/\d+/)
  await expect(form(page)).toContainText('A cobrança em aberto continua a mesma.')

  const missing = async (message: string) => {
    await save(page)
    await expect(toast(page, message).first()).toBeVisible()
    await expect(form(page).getByText(message).first()).toBeVisible()
  }
  await test.step("a size is missing: 'Por favor, selecione o tamanho da camisa.'", async () => {
    await select('Tamanho da camisa').selectOption('')
    await missing('Por favor, selecione o tamanho da camisa.')
    await expect(select('Tamanho da camisa')).toBeFocused()
    await expect(select('Tamanho da camisa').getByRole('option', { name: 'GG · esgotado' })).toBeDisabled()
  })
  await test.step("a method is missing: 'Por favor, selecione um método de pagamento.'", async () => {
    await select('Produto').selectOption({ label: 'Kit Básico' })
    await expect(select('Tamanho da camisa')).toBeHidden()
    await select('Método de pagamento').selectOption('')
    await missing('Por favor, selecione um método de pagamento.')
  })
  await test.step('a free product is marked and requires no payment method', async () => {
    await select('Produto').selectOption({ label: 'Kit Gratuito' })
    await expect(form(page)).toContainText(
      'O produto selecionado não tem custo. Não é necessário um método de pagamento.',
    )
    await expect(select('Método de pagamento')).toBeHidden()
  })
  await test.step("nothing chosen: 'Por favor, preencha todos os campos obrigatórios.'", async () => {
    await select('Modalidade').selectOption({ label: '10 km' })
    await expect(select('Categoria')).toHaveValue('')
    await missing('Por favor, preencha todos os campos obrigatórios.')
    await expect(select('Categoria')).toBeFocused()
  })
  await test.step('Cancelar returns to the events', async () => {
    await form(page).getByRole('link', { name: 'Cancelar' }).click()
    await expect(page).toHaveURL('/organizador/eventos')
  })
})

test("§8 saved: 'Registro atualizado com sucesso!' and the page reloads", async ({ page }) => {
  await openRegistered(page)
  await form(page).getByLabel('Produto').selectOption({ label: 'Kit Básico' })
  await expect(form(page)).toContainText('R$ 60,00')
  const reloaded = page.waitForRequest((request) => request.isNavigationRequest())
  await save(page)
  await expect(toast(page, 'Registro atualizado com sucesso!')).toBeVisible()
  await reloaded
  await expect(current(page)).toContainText('Kit Básico')
  await expect(current(page)).toContainText('R$ 60,00')
})

test('§24 a paid registration shows the difference for a dearer kit, the credit for a cheaper one', async ({
  page,
}) => {
  const { id, payment_link } = await registered(page.request)
  await page.request.post(`${payment_link}/pagar`)
  await open(page, id)
  await expect(async () => {
    await page.reload()
    await expect(current(page)).toContainText('Já pago', { timeout: 1_500 })
  }).toPass()
  await form(page).getByLabel('Produto').selectOption({ label: 'Kit Básico' })
  await expect(form(page)).toContainText('Crédito do participanteR$ 47,50')
  await form(page).getByLabel('Produto').selectOption({ label: 'Kit Gratuito' })
  await save(page)
  await expect(toast(page, 'Registro atualizado com sucesso!')).toBeVisible()
  await expect(current(page)).toContainText('CréditoR$ 107,50')
})

test('§8 a sold-out choice shows an error at its field', async ({ page }) => {
  await openRegistered(page)
  const message = 'O kit "Kit Básico" se esgotou.'
  await page.route(API, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({
          status: 409,
          json: { message, exception: message, errors: { 'products.0.id': [message] } },
        })
      : route.continue(),
  )
  await form(page).getByLabel('Produto').selectOption({ label: 'Kit Básico' })
  await save(page)
  await expect(toast(page, message)).toBeVisible()
  await expect(form(page).getByText(message)).toBeVisible()
})

test("§8 not saved: 'Erro ao atualizar o registro.'", async ({ page }) => {
  await openRegistered(page)
  await page.route(API, (route) => route.fulfill({ status: 500, json: {} }))
  await form(page).getByLabel('Tamanho da camisa').selectOption({ label: 'P' })
  await save(page)
  await expect(toast(page, 'Erro ao atualizar o registro.')).toBeVisible()
})

test("§8 not found: 'Erro ao consultar o registro.' and redirect to /participante/eventos", async ({
  page,
}) => {
  await open(page, 999_999_999)
  await expect(toast(page, 'Erro ao consultar o registro.')).toBeVisible()
  await expect(page).toHaveURL('/participante/eventos')
})

test("§8 not loaded: 'Erro ao carregar dados do registro ou registro não encontrado.'", async ({ page }) => {
  await open(page, 'nenhum')
  await expect(page.getByRole('alert')).toContainText(
    'Erro ao carregar dados do registro ou registro não encontrado.',
  )
  const { id } = await registered(page.request)
  await page.route(API, (route) => route.abort())
  await page.goto(pathOf(id))
  await expect(page.getByRole('alert')).toContainText(
    'Erro ao carregar dados do registro ou registro não encontrado.',
  )
  await page.unroute(API)
  await page.getByRole('button', { name: 'Tentar novamente' }).click()
  await expect(current(page)).toBeVisible()
})

test('a cancelled registration is shown and cannot be edited', async ({ page }) => {
  const { id, account } = await registered(page.request)
  await page.request.post(`/api/v1/participant/registrations/${id}/cancel`, {
    headers: { authorization: `Bearer ${account.session.token}` },
  })
  await open(page, id)
  await expect(current(page)).toContainText('Kit Completo')
  await expect(page.getByText('Uma inscrição cancelada não pode ser editada.')).toBeVisible()
  await expect(form(page)).toBeHidden()
})

test('no axe violations in either theme, at any width', async ({ page }) => {
  await openRegistered(page)
  await expectAccessible(page)
})
