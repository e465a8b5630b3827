import { expect } from 'playwright/test'
import { createAccount } from '../create-account.ts'
import { placeOrder } from '../create-order.ts'
import { createRace } from '../create-race.ts'
import { signIn, test } from './journey.ts'

// Chromium without a window and WebKit under a driver keep no pages.
test('a page restored from the back/forward cache shows the payment made meanwhile', {
  tag: '@operation',
}, async ({ engine, view, request }) => {
  test.skip(engine !== 'firefox', 'keeps no pages')
  const [account, race] = [await createAccount(request), await createRace(request)]
  const { registrations } = await placeOrder(request, account, race)
  await signIn(view, account.session)
  await view.goto(registrations[0]?.payment_link ?? '')
  await view.getByLabel('QR Code do Pix').expectVisible()
  await view.tab.evaluate(
    `addEventListener('pageshow', ({ persisted }) => { document.documentElement.dataset.restored = persisted })`,
  )
  const bank = await view.tab.evaluate(`document.querySelector('a[href*="/sandbox/pagar/"]').href`)
  await view.goto(String(bank))
  await view.getByRole('button', { name: 'Simular pagamento' }).click()
  await view.getByRole('heading', { name: 'Pagamento aprovado' }).expectVisible()
  await view.tab.evaluate('history.go(-2)')
  await view.getByRole('heading', { name: 'Pagamento confirmado' }).expectVisible()
  expect(await view.tab.evaluate('document.documentElement.dataset.restored')).toBe('true')
  await view.getByRole('link', { name: 'Ver Meus Eventos' }).click()
  await view.getByRole('row').filter(race.title).expectText('Pago')
})
