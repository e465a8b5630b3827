import { expect, type Page } from 'playwright/test'

/** Pays at the bank that the sandbox gateway plays, in a tab of its own, and waits until the payment's page says so by itself. */
export async function payAtTestBank(payment: Page): Promise<void> {
  const [bank] = await Promise.all([
    payment.waitForEvent('popup'),
    payment.getByRole('link', { name: 'Abrir o banco de testes' }).click(),
  ])
  await bank.getByRole('button', { name: 'Simular pagamento' }).click()
  await expect(bank.getByRole('heading', { name: 'Pagamento aprovado' })).toBeVisible()
  // Closing the other page may never be answered by a headless browser.
  await payment.bringToFront()
  await expect(payment.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible({
    timeout: 20_000,
  })
}
