import { expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { toast } from './toast.ts'
import { option } from './wizard.ts'

// server/src/features/my-registrations/change/change-credit.test.ts tests refusals and concurrency.

const RACE = {
  changes_until: inDays(20),
  changes_downgrade: 'credit' as const,
  products: [
    { id: -101, name: 'Kit Completo', value: '100.00', rate_organizer: '7.50', is_increment: true },
    { id: -102, name: 'Kit Premium', value: '150.00', rate_organizer: '7.50', is_increment: true },
  ],
  discount_cupons: [],
}

for (const width of [390, 1280])
  test(`a runner changes to a cheaper kit and pays for the next race with the credit, at ${width} px`, {
    tag: '@operation',
  }, async ({ page }) => {
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const [race, next, account] = await Promise.all([
      createRace(page.request, RACE),
      createRace(page.request, {}),
      createAccount(page.request),
    ])
    const order = await placeOrder(page.request, account, race, { kit: 'Kit Premium' })
    await payOrder(page.request, order)
    await signIn(page.context(), account.session)
    const change = page.getByRole('button', { name: 'Alterar inscrição' })
    await expect(async () => {
      await page.goto(`/participante/inscricoes/${order.registrations[0]?.id}`)
      await expect(change).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })

    await change.click()
    await option(page, 'Kit', 'Kit Completo').check()
    const dialog = page.getByRole('dialog', { name: 'Alterar inscrição' })
    await expect(dialog).toContainText('A diferença, R$ 53,75, vira crédito para outra prova')
    await expectAccessible(page)
    // The accessibility check leaves the page at another width.
    await page.setViewportSize(size)
    await dialog.getByRole('button', { name: 'Confirmar a alteração' }).click()
    await expect(toast(page, 'Inscrição alterada.')).toBeVisible()
    const credit = page.getByRole('region', { name: 'Crédito para outra prova' })
    await expect(credit).toContainText('R$ 53,75')
    await expectAccessible(page)
    await page.setViewportSize(size)

    const second = await placeOrder(page.request, account, next)
    await page.goto(`/participante/inscricoes/${second.registrations[0]?.id}`)
    const spend = page.getByRole('button', { name: 'Usar e pagar a diferença' })
    await expect(spend).toBeVisible()
    await spend.click()
    await expect(page).toHaveURL(/\/pagamento\//)
    await expect(page.getByRole('main')).toContainText('R$ 53,75')
  })
