import { type APIRequestContext, expect, test } from 'playwright/test'
import { createAccount, signIn } from './create-account.ts'
import { loadPage, SCRIPT_BUDGET, SHIFT_BUDGET, scriptWeight } from './page-load.ts'
import { raceWhere } from './races.ts'

// Load cost of the two public pages: script size and layout shift. `npm run bench -- pages` prints the figures.

const PAGES: { name: string; path: (request: APIRequestContext) => Promise<string> }[] = [
  { name: 'the home page', path: async () => '/' },
  {
    name: 'an event’s page',
    path: async (request) => `/events/${(await raceWhere(request, ({ status }) => status === 1)).slug}`,
  },
]

for (const { name, path } of PAGES)
  test.describe(name, () => {
    for (const width of [360, 1280])
      for (const who of ['a visitor', 'a logged-in user'] as const)
        test(`no layout shift on a slow load for ${who}, ${width} px`, async ({ page, context, request }) => {
          await page.setViewportSize({ width, height: 844 })
          if (who === 'a logged-in user') await signIn(context, (await createAccount(request)).session)
          const { shift, moved } = await loadPage(page, await path(request), { slow: true })
          expect(shift, moved.join('\n')).toBeLessThan(SHIFT_BUDGET)
        })

    test('scripts are at most 170 kB compressed, without zod', async ({ page, request }) => {
      const { gzip, hasZod } = await scriptWeight(await loadPage(page, await path(request)))
      expect(gzip).toBeGreaterThan(0)
      expect(gzip).toBeLessThanOrEqual(SCRIPT_BUDGET)
      expect(hasZod).toBe(false)
    })
  })
