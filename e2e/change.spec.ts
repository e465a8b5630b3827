import { expect, type Page, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { payAtTestBank } from './pay-at-bank.ts'
import { toast } from './toast.ts'
import { option } from './wizard.ts'

// server/src/features/my-registrations/change/change-registration.test.ts tests refusals, expiry and late payments.

const RACE = {
  changes_until: inDays(20),
  products: [
    {
      id: -101,
      name: 'Kit Completo',
      value: '100.00',
      rate_organizer: '7.50',
      is_increment: true,
      shirt_sizes: [
        { size: 'P', quantity: 50 },
        { size: 'M', quantity: 50 },
        { size: 'GG', quantity: 0 },
      ],
    },
    { id: -102, name: 'Kit Premium', value: '150.00', rate_organizer: '7.50', is_increment: true },
  ],
  discount_cupons: [],
}

async function openDialog(page: Page) {
  await page.getByRole('button', { name: 'Alterar inscrição' }).click()
  const dialog = page.getByRole('dialog', { name: 'Alterar inscrição' })
  await expect(dialog.getByLabel('Modalidade e categoria')).toBeVisible()
  return dialog
}

async function askForPremium(page: Page) {
  const dialog = await openDialog(page)
  await option(page, 'Kit', 'Kit Premium').check()
  await expect(dialog).toContainText('Falta pagar R$ 53,75.')
  await option(page, 'Forma de pagamento', 'Pix').check()
  return dialog.getByRole('button', { name: 'Alterar e pagar a diferença' })
}

for (const width of [390, 1280])
  test(`a runner changes size, gives up a dearer kit, then pays its difference, at ${width} px`, {
    tag: '@operation',
  }, async ({ page }) => {
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const [race, account] = await Promise.all([createRace(page.request, RACE), createAccount(page.request)])
    const order = await placeOrder(page.request, account, race)
    await payOrder(page.request, order)
    await signIn(page.context(), account.session)
    const path = `/participante/inscricoes/${order.registrations[0]?.id}`
    const choice = page.getByRole('region', { name: 'Prova e kit' })
    await expect(async () => {
      await page.goto(path)
      await expect(page.getByRole('button', { name: 'Alterar inscrição' })).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })

    const dialog = await openDialog(page)
    await expect(dialog.getByRole('option', { name: 'GG · esgotado' })).toBeDisabled()
    await dialog.getByLabel('Tamanho da camisa').selectOption('P')
    await expect(dialog).toContainText('Nada mais a pagar.')
    await expectAccessible(page)
    // The accessibility check leaves the page at another width.
    await page.setViewportSize(size)
    await dialog.getByRole('button', { name: 'Confirmar a alteração' }).click()
    await expect(toast(page, 'Inscrição alterada.')).toBeVisible()
    await expect(choice).toContainText('CamisaP')

    await (await askForPremium(page)).click()
    await expect(page).toHaveURL(/\/pagamento\//)
    await page.goto(path)
    const pending = page.getByRole('region', { name: 'Alteração à espera do pagamento' })
    await expect(pending).toContainText('KitKit Premium')
    await expect(pending).toContainText('TotalR$ 161,25')
    await expect(pending.getByRole('link', { name: 'Pagar a diferença' })).toBeVisible({ timeout: 20_000 })
    await expect(choice).toContainText('KitKit Completo')
    await expectAccessible(page)
    await page.setViewportSize(size)
    await pending.getByRole('button', { name: 'Desistir da alteração' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Sim, desistir' }).click()
    await expect(pending).toBeHidden()

    await (await askForPremium(page)).click()
    await expect(page).toHaveURL(/\/pagamento\//)
    await payAtTestBank(page)
    await page.goto(path)
    await expect(choice).toContainText('KitKit Premium')
    await expect(pending).toBeHidden()
    await expect(page.getByRole('region', { name: 'Valor' })).toContainText('TotalR$ 161,25')
  })
