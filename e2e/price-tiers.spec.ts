import { expect, test } from 'playwright/test'
import { toBrazilianDate } from '#contract/dates.ts'
import type { EventInput } from '#contract/event-management/event-document.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace, readRace } from './create-race.ts'
import { inDays } from './days.ts'
import { goTo, MANAGE_EVENT, save } from './manage-event.ts'
import { toast } from './toast.ts'
import { fillIn, register, registering, success, summary } from './wizard.ts'

// Price tiers (lotes): an organizer configures them, and runners register at their prices.

const kit = (tiers: NonNullable<EventInput['products']>[number]['tiers']): EventInput['products'] => [
  {
    id: -101,
    name: 'Kit Completo',
    value: '150.00',
    rate_organizer: '7.50',
    is_increment: true,
    shirt_sizes: [{ size: 'M', quantity: 50 }],
    tiers,
  },
]

test('an organizer turns a price into three tiers, and the page of the event shows the current one', {
  tag: '@operation',
}, async ({ page, request }) => {
  const race = await createRace(request, { products: kit([]), discount_cupons: [] })
  await signIn(page.context(), await logIn(request, 'organizador@largada.test'))
  await page.goto(`${MANAGE_EVENT}/${race.id}?etapa=3`)
  await goTo(page, 'Produtos')
  await page.getByRole('button', { name: 'Kit Completo', exact: true }).click()
  await page.getByRole('button', { name: 'Vender em lotes' }).click()
  const row = (name: string) => page.getByRole('group', { name, exact: true })
  await row('1º lote').getByLabel('Valor').fill('100')
  await row('1º lote')
    .getByLabel('Até o dia')
    .fill(toBrazilianDate(inDays(3)))
  await row('2º lote').getByLabel('Valor').fill('150')
  await page.getByRole('button', { name: 'Adicionar lote' }).click()
  await row('3º lote').getByLabel('Valor').fill('180')
  await row('2º lote').getByLabel('Até quantas inscrições').fill('40')
  await save(page)
  await expect(toast(page, 'Evento atualizado com sucesso!')).toBeVisible()

  expect((await readRace(request, race)).products).toMatchObject([
    { value: '100.00', tier: { name: '1º lote' }, next_tier: { name: '2º lote', value: '150.00' } },
  ])
  await page.goto(`/events/${race.slug}`)
  await expect(page.getByText(/1º lote · vira em \d dias · depois R\$\s161,25/).first()).toBeVisible()
})

registering(
  'a tier that ends while the wizard is open: the runner sees both prices, and one button goes on',
  { tag: '@operation' },
  async ({ page, request }) => {
    const race = await createRace(request, {
      discount_cupons: [],
      products: kit([
        { name: '1º lote', value: '100.00', quantity: 1 },
        { name: '2º lote', value: '120.00' },
      ]),
    })
    await fillIn(page, race)
    await expect(summary(page).getByText('Kit Completo · 1º lote')).toBeVisible()
    await placeOrder(request, await createAccount(request), race)

    await register(page).click()
    const notice = page.getByRole('main').getByRole('alert')
    await expect(notice).toContainText(/O preço mudou: de R\$\s107,50 para R\$\s129,00\./)
    await expect(notice).toContainText('O lote "1º lote" acabou. Agora vale o lote "2º lote".')
    await expect(register(page)).toBeHidden()
    await page.getByRole('button', { name: /^Continuar por R\$\s129,00$/ }).click()
    await expect(success(page)).toBeVisible()
  },
)
