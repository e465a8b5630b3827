import { expect, type Page } from 'playwright/test'
import { newCpf } from './create-account.ts'
import { payAtTestBank } from './pay-at-bank.ts'
import { toast } from './toast.ts'
import {
  acceptTerms,
  advance,
  fillPerson,
  next,
  openWizard,
  option,
  register,
  success,
  registering as test,
} from './wizard.ts'

const NAMES = ['Lia Prado', 'Davi Prado']

async function registerThree(page: Page): Promise<void> {
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
async function pay(page: Page, press: () => Promise<void>, amount: string): Promise<void> {
  const [payment] = await Promise.all([page.waitForEvent('popup'), press()])
  await expect(payment.getByText(amount).first()).toBeVisible()
  await payAtTestBank(payment)
  await payment.close()
}

test('three people are registered to be paid by one Pix; one is cancelled, and one Pix pays the others', async ({
  page,
  race,
}) => {
  await openWizard(page, race)
  await registerThree(page)
  await expect(page.getByRole('switch', { name: 'Pagar tudo de uma vez' })).toBeChecked()
  await register(page).click()
  await expect(success(page)).toBeVisible()
  await expect(page.getByText('Agora só falta o pagamento, um só para todas.')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Ir para pagamento' })).toBeEnabled({ timeout: 20_000 })

  await page.getByRole('link', { name: 'Ver minhas inscrições' }).click()
  const group = page.getByRole('region', { name: race.title })
  await expect(group).toContainText(/Um só pagamento de .* para as 3 inscrições/)
  await page
    .getByRole('row', { name: NAMES[0] ?? '' })
    .getByRole('link', { name: race.title })
    .click()
  await expect(page.getByText(/Parte de um pagamento de .*, com .*Davi Prado/)).toBeVisible()
  await page.getByRole('button', { name: 'Cancelar inscrição' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Sim, cancelar' }).click()
  await expect(toast(page, 'Inscrição cancelada com sucesso.')).toBeVisible()

  await page.goto('/participante/eventos')
  await expect(group).toContainText('para as 2 inscrições')
  const link = group.getByRole('link', { name: 'Ir para pagamento' })
  await expect(link).toBeVisible({ timeout: 20_000 })
  const words = (await group.textContent()) ?? ''
  const amount = /R\$\s[\d.,]+/.exec(words)?.[0] ?? ''
  await pay(page, () => link.click(), amount)
  // A job applies the gateway's message.
  await expect(async () => {
    await page.reload()
    const paid = page.getByRole('row', { name: 'Davi Prado' }).filter({ hasText: 'Confirmado' })
    await expect(paid).toBeVisible({ timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await expect(page.getByRole('row', { name: 'Lia Prado' })).toContainText('Cancelado')
  await expect(group).toBeHidden()
})
