import { get } from 'node:http'
import { type CDPSession, expect, type Page } from 'playwright/test'
import { hydrated } from './hydrated.ts'

/**
 * Measures the load cost of a page: bytes and layout shift. Used by the browser tests and `npm run bench`.
 */

/** Limit for the JavaScript of the home page and of an event page, in bytes compressed with brotli. */
export const SCRIPT_BUDGET = 121_000
/** No layout shift; smaller values are rounding errors of the browser. */
export const SHIFT_BUDGET = 0.001

/** Simulates an older phone on a mobile network. Throughput is in bytes per second. */
const SLOW = { cpu: 6, latencyMs: 150, downloadBytes: 180_000, uploadBytes: 90_000 }

/** A page has loaded when it is hydrated and has made no request for this time. */
const QUIET_MS = 500

type Kind = 'Document' | 'Script' | 'Stylesheet' | 'Font' | 'Image' | 'Other'

interface Transfer {
  url: string
  kind: string
  /** Transferred bytes, including headers. */
  bytes: number
}

interface PageLoad {
  /** Cumulative Layout Shift, as Core Web Vitals define it. */
  shift: number
  /** The shifted elements with their positions before and after the shift. */
  moved: string[]
  /** Largest Contentful Paint, in milliseconds. */
  paintedMs: number
  /** Scripts that started to load before the first paint. */
  scriptsBeforePaint: string[]
  transfers: Transfer[]
}

/** Loads a page with an empty cache. With `slow`, simulates an older phone on a mobile network. */
export async function loadPage(page: Page, path: string, { slow = false } = {}): Promise<PageLoad> {
  // Leaves the previous page, whose requests would otherwise be waited for and never end.
  await page.goto('about:blank')
  await page.addInitScript(watch)
  const devtools = await page.context().newCDPSession(page)
  try {
    const { transfers, isQuiet } = await listenForTransfers(devtools)
    if (slow) await slowDown(devtools)
    await page.goto(path)
    await hydrated(page)
    await expect.poll(isQuiet).toBe(true)
    return { ...(await page.evaluate(() => (window as unknown as { load: Watched }).load)), transfers }
  } finally {
    // Throttling ends with the DevTools session.
    await devtools.detach()
  }
}

type Watched = Pick<PageLoad, 'shift' | 'moved' | 'paintedMs' | 'scriptsBeforePaint'>

/** Runs in the page before its own scripts. */
function watch(): void {
  interface Shift {
    value: number
    sources: { node: Node | null; previousRect: DOMRect; currentRect: DOMRect }[]
  }
  const load: Watched = { shift: 0, moved: [], paintedMs: 0, scriptsBeforePaint: [] }
  Object.assign(window, { load })
  const rounded = ({ x, y, width, height }: DOMRect) => [x, y, width, height].map(Math.round).join(' ')
  const nameOf = (node: Node | null) => (node instanceof Element ? node.outerHTML : node?.textContent)
  new PerformanceObserver((list) => {
    for (const { value, sources } of list.getEntries() as unknown as Shift[]) {
      load.shift += value
      for (const { node, previousRect, currentRect } of sources)
        load.moved.push(`${nameOf(node)?.slice(0, 80)}: ${rounded(previousRect)} → ${rounded(currentRect)}`)
    }
  }).observe({ type: 'layout-shift', buffered: true })
  new PerformanceObserver((list) => {
    load.paintedMs = Math.round(list.getEntries().at(-1)?.startTime ?? 0)
  }).observe({ type: 'largest-contentful-paint', buffered: true })
  new PerformanceObserver((list) => {
    const [painted] = performance.getEntriesByType('paint')
    for (const { name, startTime } of list.getEntries())
      if (name.endsWith('.js') && !(painted && painted.startTime <= startTime))
        load.scriptsBeforePaint.push(name)
  }).observe({ type: 'resource', buffered: true })
}

async function listenForTransfers(devtools: CDPSession) {
  const transfers: Transfer[] = []
  const asked = new Map<string, Omit<Transfer, 'bytes'>>()
  const open = new Set<string>()
  let ended = performance.now()
  const end = (requestId: string) => {
    open.delete(requestId)
    ended = performance.now()
  }
  devtools.on('Network.requestWillBeSent', ({ requestId }) => open.add(requestId))
  devtools.on('Network.loadingFailed', ({ requestId }) => end(requestId))
  devtools.on('Network.responseReceived', ({ requestId, type, response }) =>
    asked.set(requestId, { url: response.url, kind: type }),
  )
  devtools.on('Network.loadingFinished', ({ requestId, encodedDataLength: bytes }) => {
    end(requestId)
    const one = asked.get(requestId)
    if (one?.url.startsWith('http')) transfers.push({ ...one, bytes })
  })
  await devtools.send('Network.enable')
  await devtools.send('Network.setCacheDisabled', { cacheDisabled: true })
  // Maps are loaded from another site and do not count.
  await devtools.send('Network.setBlockedURLs', { urls: ['*openstreetmap.org*', '*google.com*'] })
  return { transfers, isQuiet: () => open.size === 0 && performance.now() - ended > QUIET_MS }
}

async function slowDown(devtools: CDPSession): Promise<void> {
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: SLOW.cpu })
  await devtools.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: SLOW.latencyMs,
    downloadThroughput: SLOW.downloadBytes,
    uploadThroughput: SLOW.uploadBytes,
  })
}

/** The bytes of a page's transfers of one kind. */
export const bytesOf = ({ transfers }: Pick<PageLoad, 'transfers'>, kind: Kind): number =>
  transfers.reduce((sum, one) => sum + (one.kind === kind ? one.bytes : 0), 0)

/** Form libraries, each with a text that its script contains. */
const FORMS: Record<string, string> = { zod: 'ZodError', Mantine: 'MantineProvider' }

interface ScriptWeight {
  gzip: number
  brotli: number
  /** The form libraries among the loaded scripts. Pages without forms load none. */
  forms: string[]
}

/** The compressed size of all scripts a page loaded, as sent to clients that accept gzip or brotli. */
export async function scriptWeight({ transfers }: Pick<PageLoad, 'transfers'>): Promise<ScriptWeight> {
  const urls = new Set(transfers.filter(({ kind }) => kind === 'Script').map(({ url }) => url))
  const weight: ScriptWeight = { gzip: 0, brotli: 0, forms: [] }
  for (const url of urls) {
    weight.gzip += (await received(url, 'gzip')).length
    weight.brotli += (await received(url, 'br')).length
    const script = await received(url, 'identity')
    weight.forms.push(...Object.keys(FORMS).filter((library) => script.includes(FORMS[library] ?? '')))
  }
  return weight
}

/** The response body, still compressed. */
const received = (url: string, encoding: string): Promise<Buffer> =>
  new Promise((resolve, reject) => {
    get(url, { headers: { 'accept-encoding': encoding } }, async (response) => {
      try {
        resolve(Buffer.concat(await response.toArray()))
      } catch (error) {
        reject(error)
      }
    }).on('error', reject)
  })
