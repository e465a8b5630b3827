import { expect, type Page, test } from 'playwright/test'
import { createAccount, signIn } from './create-account.ts'
import { hydrated } from './hydrated.ts'
import { raceWhere } from './races.ts'

/** Records for each view transition whether the cover of a race moves in it. */
const watchCovers = (page: Page) =>
  page.addInitScript(() => {
    const covers: boolean[] = []
    Object.assign(window, { covers })
    const start = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = start(update)
      void transition.ready.then(() => {
        const animations = document.getAnimations().map(({ effect }) => effect as KeyframeEffect)
        covers.push(
          animations.some(({ pseudoElement }) => pseudoElement === '::view-transition-group(cover)'),
        )
      })
      return transition
    }
  })
const covers = (page: Page) => page.evaluate(() => Reflect.get(window, 'covers') as boolean[])

for (const motion of ['no-preference', 'reduce'] as const)
  test(`the cover of a race moves to its page and to the registration: ${motion}`, async ({
    browser,
    request,
  }) => {
    const race = await raceWhere(request, ({ status }) => status === 1)
    const account = await createAccount(request)
    const context = await browser.newContext({ locale: 'pt-BR', reducedMotion: motion })
    await signIn(context, account.session)
    const page = await context.newPage()
    await page.setViewportSize({ width: 1280, height: 900 })
    await watchCovers(page)
    await page.goto(`/?title=${encodeURIComponent(race.title)}`)
    await hydrated(page)
    const moves = motion === 'no-preference'
    await page
      .getByRole('main')
      .getByRole('link', { name: `Inscrever ${race.title}` })
      .click()
    await expect(page).toHaveURL(`/events/${race.slug}`)
    await expect.poll(() => covers(page)).toEqual(moves ? [true] : [])
    await page
      .getByRole('complementary', { name: 'Inscrição' })
      .getByRole('link', { name: /Inscr/ })
      .first()
      .click()
    await expect(page).toHaveURL(/\/register\/event/)
    await expect(page.getByRole('heading', { level: 1 })).toContainText(race.title)
    await expect.poll(() => covers(page)).toEqual(moves ? [true, true] : [])
    await context.close()
  })
