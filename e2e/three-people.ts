import { expect, type Page } from 'playwright/test'
import { newCpf } from './create-account.ts'
import { payAtTestBank } from './pay-at-bank.ts'
import { acceptTerms, advance, fillPerson, next, option } from './wizard.ts'

/** The additional participants that the visitor registers. */
export const NAMES = ['Lia Prado', 'Davi Prado']

/** Fills in the wizard for three people, up to its last step. */
export async function registerThree(page: Page): Promise<void> {
  await page.getByLabel('Desejo registrar outros participantes').check()
  await page.getByRole('button', { name: 'Adicionar participante' }).click()
  for (const [i, name] of NAMES.entries()) await fillPerson(page, { name, cpf: newCpf() }, i)
  await advance(page, 0, 2)
  await option(page, 'Kit', 'Kit Básico').check()
  for (const no of await page.getByRole('radio', { name: 'Não' }).all()) await no.check()
  await next(page)
  await option(page, 'Forma de pagamento', 'Pix').check()
  await acceptTerms(page)
}

/** Opens the payment in a new tab and pays it. */
export async function pay(page: Page, press: () => Promise<void>, amount: string): Promise<void> {
  const [payment] = await Promise.all([page.waitForEvent('popup'), press()])
  await expect(payment.getByText(amount).first()).toBeVisible()
  await payAtTestBank(payment)
  await payment.close()
}
