import { expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace, readRace } from './create-race.ts'
import { at, goTo, MANAGE_EVENT, save } from './manage-event.ts'
import { toast } from './toast.ts'

// server/src/features/event-management/kit-categories.test.ts tests refusals and concurrent orders for the
// last unit.

test('a kit is sold in two categories with one quantity: sold out in one, it is sold out in the other', {
  tag: '@operation',
}, async ({ page, browser }) => {
  const [race, runner] = await Promise.all([createRace(page.request), createAccount(page.request)])
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  await page.goto(`${MANAGE_EVENT}/${race.id}`)
  await goTo(page, 'Produtos')
  await at(page, 'products.1.quantity').fill('1')
  await page.getByRole('checkbox', { name: 'Kit Básico: 5 km — 5 km 60+' }).check()
  await expectAccessible(page)
  await save(page)
  await expect(toast(page, 'Evento atualizado com sucesso!')).toBeVisible()

  const visitor = await browser.newPage()
  const kit = visitor
    .getByRole('listitem')
    .filter({ has: visitor.getByRole('heading', { name: 'Kit Básico' }) })
  const senior = visitor.getByRole('listitem').filter({ hasText: '5 km 60+', hasNotText: 'Kit' }).last()
  await visitor.goto(`/events/${race.slug}`)
  await expect(kit).toContainText('Só para 5 km')
  await expect(senior).not.toContainText('Esgotado')

  await placeOrder(page.request, runner, await readRace(page.request, race), { kit: 'Kit Básico' })
  await expect(async () => {
    await visitor.reload()
    await expect(kit).toContainText('Esgotado', { timeout: 2_000 })
    await expect(senior).toContainText('Esgotado', { timeout: 2_000 })
  }).toPass({ timeout: 20_000 })
  await visitor.context().close()
})
