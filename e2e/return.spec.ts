import { expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, signIn } from './create-account.ts'
import { payOrder, placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { inDays } from './days.ts'
import { toast } from './toast.ts'

// server/src/features/my-registrations/return tests refusals, refunds and concurrency.

for (const width of [390, 1280])
  test(`a runner returns a place and takes it back, at ${width} px`, {
    tag: '@operation',
  }, async ({ page }) => {
    const size = { width, height: 844 }
    await page.setViewportSize(size)
    const returns = {
      returns_until: inDays(20),
      returns_fee: '7.50',
    }
    const [race, account] = await Promise.all([
      createRace(page.request, returns),
      createAccount(page.request),
    ])
    const order = await placeOrder(page.request, account, race)
    await payOrder(page.request, order)
    await signIn(page.context(), account.session)
    const path = `/participante/inscricoes/${order.registrations[0]?.id}`
    const giveBack = page.getByRole('button', { name: 'Devolver a vaga' })
    await expect(async () => {
      await page.goto(path)
      await expect(giveBack).toBeVisible({ timeout: 2_000 })
    }).toPass({ timeout: 20_000 })

    await giveBack.click()
    const dialog = page.getByRole('dialog', { name: 'Devolver a vaga?' })
    await expect(dialog).toContainText('A receber de voltaR$ 100,00')
    await expectAccessible(page)
    // Checking leaves the page wide.
    await page.setViewportSize(size)
    await dialog.getByRole('button', { name: 'Sim, devolver' }).click()
    await expect(toast(page, 'Vaga devolvida. O reembolso sai quando alguém a comprar.')).toBeVisible()
    const section = page.getByRole('region', { name: 'Vaga devolvida' })
    await expect(section).toContainText('R$ 100,00')
    await expectAccessible(page)

    await page.setViewportSize(size)
    await section.getByRole('button', { name: 'Pegar a vaga de volta' }).click()
    await page.getByRole('button', { name: 'Sim, quero correr' }).click()
    await expect(toast(page, 'A vaga é sua de novo.')).toBeVisible()
    await expect(giveBack).toBeVisible()
  })
