import { expect, type Page } from 'playwright/test'

/** Pays in a new tab on the sandbox gateway's page, and waits until the payment page shows it by itself. */
export async function payAtTestBank(payment: Page): Promise<void> {
  const [bank] = await Promise.all([
    payment.waitForEvent('popup'),
    payment.getByRole('link', { name: 'Abrir o banco de testes' }).click(),
  ])
  await bank.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(bank.getByRole('heading', { name: 'Pagamento aprovado' })).toBeVisible()
  // A headless browser may never confirm that the other page was closed, so the test does not wait for it.
  await payment.bringToFront()
  await expect(payment.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible({
    timeout: 20_000,
  })
}
