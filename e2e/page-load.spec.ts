import { type APIRequestContext, expect, test } from 'playwright/test'
import { createAccount, signIn } from './create-account.ts'
import { loadPage, SCRIPT_BUDGET, SHIFT_BUDGET, scriptWeight } from './page-load.ts'
import { raceWhere } from './races.ts'

// What the two pages that everybody sees cost: their scripts, and nothing that moves. `npm run bench -- pages` prints the figures.

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
      for (const who of ['a visitor', 'somebody signed in'] as const)
        test(`nothing moves while it loads slowly for ${who}, ${width} px`, async ({
          page,
          context,
          request,
        }) => {
          await page.setViewportSize({ width, height: 844 })
          if (who === 'somebody signed in') await signIn(context, (await createAccount(request)).session)
          const { shift, moved } = await loadPage(page, await path(request), { slow: true })
          expect(shift, moved.join('\n')).toBeLessThan(SHIFT_BUDGET)
        })

    test('its scripts weigh at most 170 kB compressed, zod not among them', async ({ page, request }) => {
      const { gzip, hasZod } = await scriptWeight(await loadPage(page, await path(request)))
      expect(gzip).toBeGreaterThan(0)
      expect(gzip).toBeLessThanOrEqual(SCRIPT_BUDGET)
      expect(hasZod).toBe(false)
    })
  })
