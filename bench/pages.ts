import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Browser, chromium } from 'playwright/test'
import { startProduct } from '#test/product.ts'
import { chromiumOptions } from '../e2e/chromium.ts'
import { bytesOf, loadPage, SCRIPT_BUDGET, SHIFT_BUDGET, scriptWeight } from '../e2e/page-load.ts'
import type { Bench, Table } from './bench.ts'
import { interactionDelays } from './interactions.ts'
import { lighthouseScores } from './lighthouse.ts'
import { servedPages } from './served-pages.ts'

interface PublicPage {
  name: string
  path: string
  /** Must be visible before any script runs. */
  readable: { title: string; link: RegExp }
}

const SCREENS = [
  { name: 'mobile 390', viewport: { width: 390, height: 844 } },
  { name: 'desktop 1280', viewport: { width: 1280, height: 800 } },
]

export const pages: Bench = {
  name: 'pages',
  about: 'the public home and event page in a browser with an empty cache, and how fast they are served',
  async run() {
    const dataDir = await mkdtemp(join(tmpdir(), 'largada-bench-'))
    // The system user that runs PostgreSQL for root must be able to read the folder.
    await chmod(dataDir, 0o755)
    const product = await startProduct({ DATA_DIR: dataDir, DEMO: 'on', RATE_LIMITS: 'off' })
    const browser = await chromium.launch(chromiumOptions())
    try {
      const found = await publicPages(product.url)
      return [
        await measureBytes(browser, product.url, found),
        await watched(browser, product.url, found),
        await interactionDelays(browser, product.url),
        await servedPages(product.url),
        await lighthouseScores(product.url, [...found, { name: 'log-in', path: '/login' }]),
      ]
    } finally {
      await browser.close()
      await product.end('SIGTERM')
      await rm(dataDir, { recursive: true, force: true })
    }
  },
}

async function publicPages(url: string): Promise<PublicPage[]> {
  const answer = await fetch(`${url}/api/v1/events`)
  const { data } = (await answer.json()) as { data: { slug: string; title: string; status: number }[] }
  const race = data.find(({ status }) => status === 1)
  if (!race) throw new Error('the demo data has no race that is open')
  return [
    { name: 'home', path: '/', readable: { title: race.title, link: /^Inscrever/ } },
    { name: 'event', path: `/events/${race.slug}`, readable: { title: race.title, link: /inscrev/i } },
  ]
}

async function measureBytes(browser: Browser, baseURL: string, found: PublicPage[]): Promise<Table> {
  const broken: string[] = []
  const rows: Table['rows'] = []
  for (const { name, path, readable } of found) {
    const page = await browser.newPage({ baseURL, viewport: { width: 390, height: 844 } })
    const load = await loadPage(page, path)
    const { gzip, brotli } = await scriptWeight(load)
    if (brotli > SCRIPT_BUDGET)
      broken.push(
        `${name}: ${brotli.toLocaleString('en')} bytes of JavaScript (brotli), more than ${SCRIPT_BUDGET.toLocaleString('en')}`,
      )
    const others = (['Stylesheet', 'Document', 'Font', 'Image'] as const).map((kind) => bytesOf(load, kind))
    const reads = await readsWithoutScripts(browser, baseURL, { path, readable })
    rows.push([name, load.transfers.length, gzip, brotli, ...others, reads])
    await page.close()
  }
  const columns = ['', 'requests', 'JS gzip', 'JS brotli', 'CSS', 'HTML', 'fonts', 'pictures']
  return {
    title: 'First visit on a telephone, bytes over the wire',
    columns: [...columns, 'without JS'],
    rows,
    broken,
  }
}

async function readsWithoutScripts(
  browser: Browser,
  baseURL: string,
  { path, readable }: Pick<PublicPage, 'path' | 'readable'>,
): Promise<string> {
  const page = await browser.newPage({ baseURL, javaScriptEnabled: false })
  await page.goto(path)
  const title = await page.getByRole('heading', { name: readable.title }).first().isVisible()
  const link = await page.getByRole('link', { name: readable.link }).first().isVisible()
  await page.close()
  return title && link ? 'readable' : `no ${title ? 'registration link' : 'title'}`
}

async function watched(browser: Browser, baseURL: string, found: PublicPage[]): Promise<Table> {
  const broken: string[] = []
  const rows: Table['rows'] = []
  for (const { name, path } of found)
    for (const { name: screen, viewport } of SCREENS)
      for (const slow of [false, true]) {
        const page = await browser.newPage({ baseURL, viewport })
        const { shift, moved, paintedMs } = await loadPage(page, path, { slow })
        if (shift > SHIFT_BUDGET)
          broken.push(`${name}, ${screen}: layout shift of ${shift}, more than ${SHIFT_BUDGET}: ${moved[0]}`)
        rows.push([name, screen, slow ? 'slow' : 'full speed', shift.toFixed(4), paintedMs])
        await page.close()
      }
  return {
    title: 'While it loads; slow: processor 6 times slower, 1.4 Mbit/s, 150 ms away',
    columns: ['', 'screen', 'machine', 'layout shift', 'largest paint ms'],
    rows,
    broken,
  }
}
