import { expect } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { logIn, signIn } from './create-account.ts'
import { createRace } from './create-race.ts'
import { NAMES, pay, registerThree } from './three-people.ts'
import { toast } from './toast.ts'
import { openWizard, register, success, registering as test } from './wizard.ts'

// server/src/features/checkout/cancel-paid-registration.test.ts tests refusals and requests for approval.

test('three registrations are paid by one Pix; one is cancelled and refunded, and the statement agrees', {
  tag: '@operation',
}, async ({ page, browser }) => {
  const problems = consoleProblems(page)
  const race = await createRace(page.request)
  await openWizard(page, race)
  await registerThree(page)
  await register(page).click()
  await expect(success(page)).toBeVisible()
  const payNow = page.getByRole('button', { name: 'Ir para pagamento' })
  await expect(payNow).toBeEnabled({ timeout: 20_000 })
  await pay(page, () => payNow.click(), 'R$')

  await page.goto('/participante/eventos')
  const row = page.getByRole('row', { name: NAMES[0] ?? '' })
  await expect(async () => {
    await page.reload()
    await expect(row).toContainText('Confirmado', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await row.getByRole('link', { name: race.title }).click()
  await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
  const dialog = page.getByRole('dialog', { name: 'Cancelar esta inscrição?' })
  await expect(dialog).toContainText('Você recebe de volta')
  await expect(dialog).toContainText('com a taxa de serviço: é um direito seu')
  const refund = /R\$\s[\d.,]+/.exec((await dialog.textContent()) ?? '')?.[0] ?? ''
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()
  const refunds = page.getByRole('region', { name: 'Cancelamento e devolução' })
  await expect(refunds).toContainText(refund)
  // One job sends the refund, another applies the gateway's webhook.
  await expect(async () => {
    await page.reload()
    await expect(refunds).toContainText('Concluída', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expectAccessible(page)

  const company = await browser.newPage()
  await signIn(company.context(), await logIn(company.request, 'empresa@largada.test'))
  await company.goto(`/empresa/extrato?evento=${race.id}`)
  const figure = (label: string) =>
    company
      .getByRole('region', { name: 'Totais' })
      .locator('section')
      .filter({ has: company.getByRole('heading', { name: label }) })
  const cents = (text: string) => Number(text.replace(/\D/g, ''))
  await expect(figure('Devolvido')).toContainText(refund)
  const received = /R\$\s[\d.,]+/.exec((await figure('Bruto recebido').textContent()) ?? '')?.[0] ?? ''
  expect(cents(received)).toBe(3 * cents(refund))
  await company.goto('/empresa/devolucoes?situacao=done')
  const listed = company.getByRole('row', { name: NAMES[0] ?? '' }).filter({ hasText: race.title })
  await expect(listed).toContainText('Concluída')
  await expectAccessible(company)
  await company.context().close()
  expect(problems).toEqual([])
})
