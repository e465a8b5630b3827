import { expect, test } from 'playwright/test'
import { consoleProblems, expectAccessible } from './accessibility.ts'
import { createAccount, DEMO_PASSWORD, logIn, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'

// `/organizador/repasses` and `/empresa/repasses`: from the request to the receipt.
// server/src/features/payout and web/app/features/payout test amounts and refusals.

test('an organizer requests a payout; Empresa approves it and attaches the receipt', {
  tag: '@operation',
}, async ({ page, browser, baseURL }) => {
  const problems = consoleProblems(page)
  const [race, payer] = await Promise.all([createRace(page.request), createAccount(page.request)])
  // By Pix, which is credited immediately.
  await payOrder(page.request, await placeOrder(page.request, payer, race))
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto('/organizador/extrato')
  await page.getByRole('link', { name: 'Repasses' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Repasses')
  await expect(page.getByText('CNPJ: 47.182.936/0001-44')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Ativar a verificação' })).toBeVisible()
  await expectAccessible(page)

  // The gateway reports the payment asynchronously.
  const request = page.getByRole('button', { name: 'Pedir repasse' })
  await expect(async () => {
    await page.reload()
    await expect(request).toBeEnabled({ timeout: 2_000 })
  }).toPass({ timeout: 15_000 })
  await request.click()
  await page.getByLabel('Valor do repasse').fill('1,23')
  await page.getByRole('button', { name: 'Pedir', exact: true }).click()
  const mine = page.getByRole('table', { name: 'Repasses' }).getByRole('row').nth(1)
  await expect(mine).toContainText('R$ 1,23')
  await expect(mine).toContainText('Pedido')

  const context = await browser.newContext({ baseURL: baseURL ?? '' })
  await signIn(context, await logIn(page.request, 'empresa@largada.test'))
  const company = await context.newPage()
  await company.goto('/empresa/repasses')
  const row = company.getByRole('table', { name: 'Repasses' }).getByRole('row').nth(1)
  await expect(row).toContainText('R$ 1,23')
  await expectAccessible(company)
  await row.getByRole('button', { name: 'Aprovar' }).click()
  await company.getByLabel('Sua senha').fill(DEMO_PASSWORD)
  await expectAccessible(company)
  await company.getByRole('dialog').getByRole('button', { name: 'Aprovar' }).click()
  await row.getByRole('button', { name: 'Marcar como pago' }).click()
  const receipt = { name: 'pix.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\n%%EOF') }
  await company.getByLabel('Comprovante').setInputFiles(receipt)
  await company.getByLabel('Sua senha').fill(DEMO_PASSWORD)
  await company.getByRole('dialog').getByRole('button', { name: 'Marcar como pago' }).click()
  await expect(row).toContainText('Pago')
  await context.close()

  await page.reload()
  await expect(mine).toContainText('Pago')
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    mine.getByRole('button', { name: 'Comprovante' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^comprovante-\d+\.pdf$/)
  expect(problems).toEqual([])
})
