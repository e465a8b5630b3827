import { expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { toast } from './toast.ts'

// server/src/features/my-registrations/defer/defer-registration.test.ts tests refusals and concurrency.

for (const width of [390, 1280])
  test(`a runner defers a registration and pays for the next race with the credit, at ${width} px`, {
    tag: '@operation',
  }, async ({ page }) => {
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const deferral = {
      deferral_until: inDays(20),
      deferral_fee: '7.50',
    }
    const [race, next, account] = await Promise.all([
      createRace(page.request, deferral),
      createRace(page.request, {}),
      createAccount(page.request),
    ])
    const order = await placeOrder(page.request, account, race)
    await payOrder(page.request, order)
    await signIn(page.context(), account.session)
    const path = `/participante/inscricoes/${order.registrations[0]?.id}`
    const defer = page.getByRole('button', { name: 'Adiar para outra edição' })
    await expect(async () => {
      await page.goto(path)
      await expect(defer).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })

    await defer.click()
    const dialog = page.getByRole('dialog', { name: 'Adiar esta inscrição?' })
    await expect(dialog).toContainText('CréditoR$ 100,00')
    await expectAccessible(page)
    // The accessibility check leaves the page at another width.
    await page.setViewportSize(size)
    await dialog.getByLabel('Motivo').fill('Viagem a trabalho')
    await dialog.getByRole('button', { name: 'Sim, adiar' }).click()
    await expect(toast(page, 'Inscrição adiada. O seu crédito está guardado.')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Inscrição adiada' })).toContainText('R$ 100,00')
    await expectAccessible(page)

    const second = await placeOrder(page.request, account, next)
    await page.setViewportSize(size)
    await page.goto(`/participante/inscricoes/${second.registrations[0]?.id}`)
    await page.getByRole('button', { name: 'Usar e pagar a diferença' }).click()
    await expect(page).toHaveURL(/\/pagamento\//)
    await expect(page.getByRole('main')).toContainText('R$ 7,50')
  })
