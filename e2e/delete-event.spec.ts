import { expect, test } from 'playwright/test'
import { expectAccessible } from './accessibility.ts'
import { createAccount, logIn, signIn } from './create-account.ts'
import { placeOrder } from './create-order.ts'
import { createRace } from './create-race.ts'
import { toast } from './toast.ts'

// server/src/features/event-management/delete-event.test.ts tests what counts as a history, and concurrent
// registrations.

test('an organizer deletes an event created by mistake, and is told why another one cannot be deleted', {
  tag: '@operation',
}, async ({ page }) => {
  const [mistake, race, runner] = await Promise.all([
    createRace(page.request, { title: `Criado por engano ${Date.now()}` }),
    createRace(page.request),
    createAccount(page.request),
  ])
  await signIn(page.context(), await logIn(page.request, 'organizador@largada.test'))
  const openDialog = async (title: string) => {
    await page.goto(`/organizador/eventos?title=${encodeURIComponent(title)}`)
    await page.getByRole('button', { name: `Ações de ${title}` }).click()
    await page.getByRole('menuitem', { name: 'Apagar' }).click()
    return page.getByRole('dialog', { name: `Apagar ${title}?` })
  }

  const dialog = await openDialog(mistake.title)
  await expectAccessible(page)
  await dialog.getByRole('button', { name: 'Apagar' }).click()
  await expect(toast(page, 'Evento apagado.')).toBeVisible()
  await expect(page.getByText('Nenhum evento combina com essa busca.')).toBeVisible()
  expect((await page.goto(`/events/${mistake.slug}`))?.status()).toBe(404)

  // Somebody registers while the dialog is open.
  const late = await openDialog(race.title)
  await placeOrder(page.request, runner, race)
  await late.getByRole('button', { name: 'Apagar' }).click()
  await expect(toast(page, 'Este evento já tem história')).toBeVisible()
  expect((await page.goto(`/events/${race.slug}`))?.status()).toBe(200)
})
