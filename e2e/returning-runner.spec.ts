import { expect, type Locator } from 'playwright/test'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { register, registering as test } from './wizard.ts'

for (const { kit, most, leadsTo } of [
  { kit: 'Kit Gratuito', most: 3, leadsTo: '/participante/eventos' },
  { kit: 'Kit Completo', most: 5, leadsTo: '/confirmacao-pagamento' },
])
  test(`a returning runner registers for ${kit} in ${most} presses`, async ({ page, request, self }) => {
    await placeOrder(request, self, await createRace(request), { kit })
    const race = await createRace(request)
    await page.setViewportSize({ width: 390, height: 844 })
    await page.goto(`/events/${race.slug}`)
    const presses: Locator[] = [
      page.getByRole('link', { name: 'Inscrever-se' }).first(),
      page.getByLabel('Aceitar todos os termos'),
      register(page),
    ]
    for (const press of presses) await press.click()
    await expect(page).toHaveURL(leadsTo)
    expect(presses.length).toBeLessThanOrEqual(most)
  })
