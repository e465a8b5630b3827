import { chromium, expect, test } from 'playwright/test'
import { chromiumOptions } from './chromium.ts'
import { createAccount } from './create-account.ts'
import { createRace } from './create-race.ts'
import { order, pay, takeAway } from './in-app-browser.ts'

test('who comes back from the bank to a page in the back/forward cache is still logged in and sees the payment', async ({
  request,
  baseURL,
}) => {
  const [account, race] = [await createAccount(request), await createRace(request)]
  const browser = await chromium.launch({
    ...chromiumOptions(),
    // Playwright turns the cache off.
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const page = await browser.newPage({
    baseURL: baseURL ?? '',
    locale: 'pt-BR',
    timezoneId: 'America/Sao_Paulo',
  })
  await page.addInitScript(takeAway)
  await order(page, race, account)
  await page.evaluate(() =>
    window.addEventListener('pageshow', ({ persisted }) => {
      if (persisted) document.documentElement.dataset.restored = ''
    }),
  )
  await pay(page)
  await page.evaluate(() => history.go(-2))
  await expect(page.locator(':root')).toHaveAttribute('data-restored')
  await expect(page.getByRole('heading', { name: 'Pagamento confirmado' })).toBeVisible({ timeout: 20_000 })
  await page.evaluate(() => history.back())
  await page.getByRole('link', { name: 'Ver minhas inscrições' }).click()
  await expect(page.getByRole('row', { name: race.title })).toContainText('Pago')
  await browser.close()
})
