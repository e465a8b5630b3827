import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium, type Page } from 'playwright/test'
import type { EventInput } from '#contract/organizer-event.ts'
import { chromiumOptions } from '../e2e/chromium.ts'
import { startProduct } from '../server/test/product.ts'
import { type Bench, quantile, type Table } from './bench.ts'
import { bigRace } from './big-race.ts'

const TIMES = 20
const TYPED = 'Corrida Grande de São Paulo 2027'

/** The event form with an event larger than any real one: the server's responses and the form in a browser. */
export const manageEvent: Bench = {
  name: 'manage-event',
  about: 'an event of 20 modalities, 200 categories, 100 kits and 500 sizes, opened, edited and saved',
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), 'largada-bench-'))
    // Root's temporary folders are closed to the system user that runs PostgreSQL for it.
    await chmod(dataDir, 0o755)
    const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off' })
    const browser = await chromium.launch(chromiumOptions())
    try {
      const organizer = await logIn(product.url)
      const id = await create(product.url, organizer.token)
      return [await served(product.url, organizer.token, id), await used(browser, product.url, organizer, id)]
    } finally {
      await browser.close()
      await product.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

interface Organizer {
  token: string
  [key: string]: unknown
}

async function ask<T>(url: string, { token, ...init }: RequestInit & { token?: string } = {}): Promise<T> {
  const headers = { 'content-type': 'application/json', ...(token && { authorization: `Bearer ${token}` }) }
  const answer = await fetch(url, { ...init, headers })
  if (!answer.ok) throw new Error(`${init.method ?? 'GET'} ${url}: ${await answer.text()}`)
  return ((await answer.json()) as { data: T }).data
}

const logIn = (url: string): Promise<Organizer> =>
  ask(`${url}/api/v1/login`, {
    method: 'POST',
    body: JSON.stringify({ email: 'organizador@largada.test', password: 'largada-demo' }),
  })

async function create(url: string, token: string): Promise<number> {
  const body = JSON.stringify(bigRace())
  return (await ask<{ id: number }>(`${url}/api/v1/events/create`, { method: 'POST', token, body })).id
}

/** Converts a read event into the form's input: days are reformatted, read-only fields removed. */
const asInput = (event: EventInput): EventInput => ({
  ...event,
  ...Object.fromEntries(
    (['start_date', 'end_date', 'date_event'] as const).map((name) => [
      name,
      String(event[name]).split('/').reverse().join('-'),
    ]),
  ),
})

async function served(url: string, token: string, id: number): Promise<Table> {
  const path = `${url}/api/v1/organizer/events/${id}`
  const reads: number[] = []
  const saves: number[] = []
  for (let n = 0; n < TIMES; n++) {
    const started = performance.now()
    const event = await ask<EventInput>(path, { token })
    const read = performance.now()
    // One modality's description changes, as in an edit.
    const [first, ...others] = event.modalities ?? []
    if (!first) throw new Error('the big race has no modality')
    const changed = { ...asInput(event), modalities: [{ ...first, description: `Edição ${n}` }, ...others] }
    await ask(path, { method: 'PUT', token, body: JSON.stringify(changed) })
    reads.push(read - started)
    saves.push(performance.now() - read)
  }
  const row = (name: string, times: number[]) => [name, TIMES, quantile(times, 0.5), quantile(times, 0.95)]
  return {
    title: 'Server responses',
    columns: ['', 'times', 'p50 ms', 'p95 ms'],
    rows: [row('read the whole event', reads), row('save with one changed description', saves)],
  }
}

async function used(browser: Browser, url: string, organizer: Organizer, id: number): Promise<Table> {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'pt-BR' })
  await context.addInitScript((values) => {
    for (const [key, value] of Object.entries(values))
      localStorage.setItem(key, key === 'token' ? String(value) : JSON.stringify(value))
  }, organizer)
  const page = await context.newPage()
  await watchTasks(page)
  const formAt = (step: number) => `${url}/organizador/eventos/detalhe/${id}?etapa=${step}`
  const title = page.getByLabel('Título')
  const form = page.locator('form[aria-label]')
  const rows: Table['rows'] = []
  const measure = async (name: string, act: () => Promise<unknown>) => {
    await longestTask(page)
    const started = performance.now()
    await act()
    rows.push([name, Math.round(performance.now() - started), await longestTask(page)])
  }

  await page.goto(formAt(1))
  await title.waitFor()
  await measure('opened again, to the first field', async () => {
    await page.reload()
    await title.waitFor()
  })
  await measure(`${TYPED.length} keys in the title`, async () => {
    await title.fill('')
    await title.pressSequentially(TYPED)
  })
  for (const step of ['Modalidades', 'Produtos'])
    await measure(`to the step ${step}`, async () => {
      await page.getByRole('navigation', { name: 'Etapas' }).getByRole('button', { name: step }).click()
      await page.getByRole('form', { name: step }).waitFor()
    })
  await form.getByRole('button', { name: 'Kit 50', exact: true }).click()
  await measure('30 keys in the name of a kit', async () => {
    await form.getByLabel('Nome').pressSequentially(TYPED.slice(0, 30))
  })
  await measure('Salvar, to its message', async () => {
    await page.getByRole('toolbar').getByRole('button', { name: 'Salvar', exact: true }).click()
    await page.getByText('Evento atualizado com sucesso!').waitFor()
  })
  await context.close()
  return {
    title: 'The event form in a browser',
    columns: ['', 'ms', 'longest task ms'],
    rows,
  }
}

/** Records the longest task over 50 ms, during which the page does not respond. */
const watchTasks = (page: Page) =>
  page.addInitScript(() => {
    const kept = window as unknown as { longest: number }
    kept.longest = 0
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) kept.longest = Math.max(kept.longest, duration)
    }).observe({ type: 'longtask', buffered: true })
  })

/** The longest task since the last call. */
const longestTask = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const kept = window as unknown as { longest: number }
    const longest = Math.round(kept.longest)
    kept.longest = 0
    return longest
  })
