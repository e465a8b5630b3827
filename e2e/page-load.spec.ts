import { type APIRequestContext, expect, test } from 'playwright/test'
import { createAccount, signIn } from './create-account.ts'
import { hydrated } from './hydrated.ts'
import { bytesOf, loadPage, SCRIPT_BUDGET, SHIFT_BUDGET, scriptWeight } from './page-load.ts'
import { raceWhere } from './races.ts'

// The load cost of the two public pages: script size and layout shift. `npm run bench -- pages` prints the
// figures.

const PAGES: { name: string; path: (request: APIRequestContext) => Promise<string> }[] = [
  { name: 'the home page', path: async () => '/' },
  {
    name: 'an event’s page',
    path: async (request) => `/events/${(await raceWhere(request, ({ status }) => status === 1)).slug}`,
  },
]

for (const { name, path } of PAGES)
  test(`${name}: no layout shift on a slow load, styles in the page, scripts after the first paint, at most 121 kB compressed, without zod or Mantine`, {
    tag: '@operation',
  }, async ({ page, context, request }) => {
    const address = await path(request)
    const expectNoShift = async (who: string, width: number) => {
      await page.setViewportSize({ width, height: 844 })
      const load = await loadPage(page, address, { slow: true })
      expect(load.shift, `${who}, ${width} px: ${load.moved.join('\n')}`).toBeLessThan(SHIFT_BUDGET)
      return load
    }
    const loads = [await expectNoShift('a visitor', 1280), await expectNoShift('a visitor', 360)]
    await signIn(context, (await createAccount(request)).session)
    for (const width of [360, 1280]) await expectNoShift('a logged-in user', width)

    for (const load of loads) {
      expect(bytesOf(load, 'Stylesheet')).toBe(0)
      expect(load.scriptsBeforePaint).toEqual([])
      const { brotli, forms } = await scriptWeight(load)
      expect(brotli).toBeGreaterThan(0)
      expect(brotli).toBeLessThanOrEqual(SCRIPT_BUDGET)
      expect(forms).toEqual([])
    }
  })

test('in a browser that reports no paint, such as Safari with a skeleton, scripts start after the page has loaded', {
  tag: '@operation',
}, async ({ page }) => {
  await page.addInitScript(() => {
    PerformanceObserver.prototype.observe = () => undefined
  })
  await page.goto('/login')
  await hydrated(page)
})
