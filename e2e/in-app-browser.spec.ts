import { expect, test } from 'playwright/test'
import { createAccount } from './create-account.ts'
import { createRace } from './create-race.ts'
import { logIn, order, pay, takeAway } from './in-app-browser.ts'

test('somebody registers and pays without storage, clipboard and new tabs', async ({ page, request }) => {
  const [account, race] = [await createAccount(request), await createRace(request)]
  const failures: string[] = []
  page.on('pageerror', (failure) => failures.push(String(failure)))
  await page.addInitScript(takeAway)
  await order(page, race, account)
  await pay(page)
  await page.getByRole('link', { name: 'Ver Meus Eventos' }).click()
  // A new document: the session ended with the one before.
  await logIn(page, account)
  await expect(page.getByRole('row', { name: race.title })).toContainText('Pago')
  expect(failures).toEqual([])
})
