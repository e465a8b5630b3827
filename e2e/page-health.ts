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
export async function accessibilityFindings(
  page: Page,
  { within, rules }: { within?: string | undefined; rules?: string[] | undefined } = {},
): Promise<string[]> {
  await settle(page)
  const builder = new AxeBuilder({ page })
  if (within) builder.include(within)
  if (rules) builder.withRules(rules)
  const { violations } = await builder.analyze()
  return violations.map((rule) => `${rule.id}: ${rule.nodes.map((node) => node.target).join(' ')}`)
}

/** Waits for what moves to arrive: halfway, it has colours it will not keep. What goes on for long, or for ever, is let be. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {}
      return typeof endTime === 'number' && endTime < 1_000
    })
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

/** Only colours tell the themes apart: the second look is for them alone. */
const LOOKS = [
  { colorScheme: 'light', rules: undefined },
  { colorScheme: 'dark', rules: ['color-contrast'] },
] as const
/** The narrowest phone and a wide screen; and 1280 px wide ones enlarged to 400 % and 200 %. */
const WIDTHS = [320, 360, 640, 1440]

/** Axe finds nothing in either theme, on the page or within one part of it, and no width needs scrolling to the side. */
export async function expectFitForAll(page: Page, within?: string): Promise<void> {
  for (const { colorScheme, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
    // The page hears of it a moment later.
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const found = await accessibilityFindings(page, { within, rules: rules && [...rules] })
    expect(found, colorScheme).toEqual([])
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    // Once the page has answered to its new size.
    await expect(() => expectNoSidewaysScroll(page), `${width} px`).toPass({ timeout: 5_000 })
  }
}

/** Said by the test runner, which keeps the page's own script for lost connections out. */
const BLOCKED = 'Service Worker registration blocked by Playwright'

/** Collects what the browser complains about from here on: errors, warnings, failed hydration. */
export function complaints(page: Page): string[] {
  const heard: string[] = []
  page.on('pageerror', (error) => heard.push(error.stack ?? error.message))
  page.on('console', (message) => {
    const isComplaint = message.type() === 'error' || message.type() === 'warning'
    if (isComplaint && message.text() !== BLOCKED) heard.push(message.text())
  })
  return heard
}

/** The page fits its window: nothing has to be scrolled to the side. */
export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
