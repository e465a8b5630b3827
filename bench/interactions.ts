import { type Browser, type BrowserContext, expect, request as http, type Page } from 'playwright/test'
import { createAccount, logIn, signIn } from '../e2e/create-account.ts'
import { placeOrder } from '../e2e/create-order.ts'
import { createRace } from '../e2e/create-race.ts'
import { hydrated } from '../e2e/hydrated.ts'
import { advance, openWizard } from '../e2e/wizard.ts'
import type { Table } from './bench.ts'

/** What Core Web Vitals call good (https://web.dev/articles/inp). */
const MOST_MS = 200
const SLOWER = 6
/** Other work on the machine only adds time, so the shortest counts. */
const VISITS = 3

interface Screen {
  name: string
  viewport: { width: number; height: number }
  /** Opens the screen; not measured. */
  open: (page: Page) => unknown
  use: (page: Page) => unknown
}

/** Interaction to Next Paint of the screens that people press most. */
export async function interactionDelays(browser: Browser, baseURL: string): Promise<Table> {
  const request = await http.newContext({ baseURL })
  const [race, account] = await Promise.all([createRace(request), createAccount(request)])
  for (const _ of [1, 2]) await placeOrder(request, await createAccount(request), race)
  const organizer = await logIn(request, 'organizador@largada.test')
  const telephone = { width: 390, height: 844 }
  const screens: (Screen & { session?: typeof organizer })[] = [
    {
      name: 'home',
      viewport: telephone,
      open: async (page) => {
        await page.goto('/')
        await hydrated(page)
      },
      use: async (page) => {
        const search = page.getByRole('combobox', { name: 'Nome da corrida' })
        await search.click()
        await search.pressSequentially('meia', { delay: 100 })
        await expect(page).toHaveURL('/?title=meia')
        await page.getByRole('button', { name: 'Filtros avançados' }).click()
        await page.getByRole('dialog').getByRole('button', { name: 'Fechar' }).click()
      },
    },
    {
      name: 'wizard',
      viewport: telephone,
      session: account.session,
      open: (page) => openWizard(page, race),
      use: (page) => advance(page, 0, 3),
    },
    {
      name: 'participants',
      viewport: { width: 1280, height: 800 },
      session: organizer,
      open: async (page) => {
        await page.goto(`/organizador/eventos/${race.id}/participantes`)
        await expect(page.getByRole('row')).toHaveCount(3)
      },
      use: async (page) => {
        const filters = page.getByRole('button', { name: 'Filtros', exact: true })
        await filters.click()
        await filters.click()
        const search = page.getByRole('searchbox').first()
        await search.pressSequentially('zz', { delay: 100 })
        await expect(page.getByRole('row')).not.toHaveCount(3)
        await search.press('Control+a')
        await search.press('Delete')
        await expect(page.getByRole('row')).toHaveCount(3)
      },
    },
  ]
  const rows: Table['rows'] = []
  const broken: string[] = []
  for (const { session, ...screen } of screens) {
    const context = await browser.newContext({ baseURL, viewport: screen.viewport, reducedMotion: 'reduce' })
    if (session) await signIn(context, session)
    const longest: number[] = []
    while (longest.length < VISITS) longest.push(await longestInteraction(context, screen))
    await context.close()
    const ms = Math.min(...longest)
    rows.push([screen.name, ms])
    if (ms > MOST_MS) broken.push(`${screen.name}: an interaction of ${ms} ms, more than ${MOST_MS}`)
  }
  await request.dispose()
  return {
    title: `From a press or key to the next paint, on a processor ${SLOWER} times slower; the best of ${VISITS} visits`,
    columns: ['', 'longest ms'],
    rows,
    broken,
  }
}

async function longestInteraction(context: BrowserContext, { open, use }: Screen): Promise<number> {
  const page = await context.newPage()
  await page.addInitScript(watch)
  await open(page)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
  await use(page)
  const seen = () => page.evaluate(() => (window as unknown as { interactions: number[] }).interactions)
  await expect.poll(async () => (await seen()).length).toBeGreaterThan(3)
  const durations = await seen()
  await page.close()
  return Math.max(...durations)
}

/** Runs in the page before its own scripts. */
function watch(): void {
  type Entry = PerformanceEntry & { interactionId: number }
  const interactions: number[] = []
  Object.assign(window, { interactions })
  new PerformanceObserver((list) => {
    for (const { duration, interactionId } of list.getEntries() as Entry[])
      if (interactionId) interactions.push(duration)
  }).observe({ type: 'event', durationThreshold: 16, buffered: true } as PerformanceObserverInit)
}
