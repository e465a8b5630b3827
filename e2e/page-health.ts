import { gzipSync } from 'node:zlib'
import AxeBuilder from '@axe-core/playwright'
import { expect, type Page } from 'playwright/test'

/** Opens a page and waits until it answers to what is done on it: its last element belongs to React then. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('footer') ?? {}).some((key) => key.startsWith('__reactFiber')),
  )
}

/** What axe finds on the page as it stands, or within one part of it, one line a finding. */
export async function accessibilityFindings(page: Page, within?: string): Promise<string[]> {
  const builder = new AxeBuilder({ page })
  const { violations } = await (within ? builder.include(within) : builder).analyze()
  return violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join(' ')}`)
}

/** Collects what the browser complains about from here on: errors, warnings, failed hydration. */
export function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('pageerror', (error) => heard.push(error.message))
  page.on('console', (message) => {
    if (message.type() === 'error' || message.type() === 'warning') heard.push(message.text())
  })
  return heard
}

interface ScriptWeight {
  gzip: number
  hasZod: boolean
}

/** The compressed bytes of every script the page asks for before anybody touches it. */
export async function scriptWeight(page: Page, path: string): Promise<ScriptWeight> {
  const scripts = new Set<string>()
  page.on('request', (request) => {
    if (request.resourceType() === 'script') scripts.add(request.url())
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  const weight: ScriptWeight = { gzip: 0, hasZod: false }
  for (const url of scripts) {
    const code = await (await page.request.get(url)).body()
    weight.gzip += gzipSync(code, { level: 9 }).length
    weight.hasZod ||= code.includes('ZodError')
  }
  return weight
}

/** The sum of everything that moved while the page loaded, as Core Web Vitals count it. */
export async function layoutShift(page: Page, path: string): Promise<number> {
  await page.addInitScript(() => {
    const kept = window as unknown as { shifted: number }
    kept.shifted = 0
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) kept.shifted += (entry as unknown as { value: number }).value
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await page.goto(path, { waitUntil: 'networkidle' })
  return page.evaluate(() => (window as unknown as { shifted: number }).shifted)
}

/** The page fits its window: nothing has to be scrolled to the side. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
