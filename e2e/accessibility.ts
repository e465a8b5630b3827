import axe from 'axe-core'
import { expect, type Page } from 'playwright/test'
import { hydrated } from './hydrated.ts'

/** Opens a page and waits until it is hydrated. */
export async function openPage(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await hydrated(page)
}

/** Contrast takes most of axe's time, so it is checked only in `npm run test:operation`. */
const WITH_CONTRAST = process.env.CONTRAST === 'on'

/** Returns the axe violations of the page, or of one part of it, one per line. */
export async function accessibilityFindings(
  page: Page,
  { within, rules }: { within?: string | undefined; rules?: string[] | undefined } = {},
): Promise<string[]> {
  await settle(page)
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(axe.source)
  return page.evaluate(
    async ({ within, rules, withContrast }) => {
      const { violations } = await axe.run(within ?? document, {
        resultTypes: ['violations'],
        // Frames contain pages of other sites. Preloading is for style sheets of other sites, and there are
        // none.
        iframes: false,
        preload: false,
        ...(rules && { runOnly: { type: 'rule', values: rules } }),
        ...(!withContrast && { rules: { 'color-contrast': { enabled: false } } }),
      })
      return violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target).join(' ')}`)
    },
    { within, rules, withContrast: WITH_CONTRAST },
  )
}

/** Waits for short animations, because they change colours; not for long or endless animations. */
const settle = (page: Page) =>
  page.evaluate(async () => {
    const moving = document.getAnimations().filter(({ effect }) => {
      const { endTime } = effect?.getComputedTiming() ?? {}
      return typeof endTime === 'number' && endTime < 1_000
    })
    await Promise.allSettled(moving.map(({ finished }) => finished))
  })

/** The themes differ only in colours, so the second one is checked for contrast only. */
const LOOKS: { colorScheme: 'light' | 'dark'; rules?: string[] }[] = [
  { colorScheme: 'light' },
  ...(WITH_CONTRAST ? [{ colorScheme: 'dark' as const, rules: ['color-contrast'] }] : []),
]
/** A narrow phone, a common one, a wide screen, and 1280 px at 400 % zoom (320) and 200 % (640). */
const WIDTHS = [320, 360, 640, 1440]

/**
 * Expects no axe violations in either theme, on the page or one part of it, and no horizontal scrolling at
 * any width.
 */
export async function expectAccessible(page: Page, within?: string): Promise<void> {
  // Figures of the previous filter are shown paler until the new figures arrive.
  await expect(page.locator('[data-stale]')).toHaveCount(0)
  for (const { colorScheme, rules } of LOOKS) {
    await page.emulateMedia({ colorScheme })
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', colorScheme)
    const found = await accessibilityFindings(page, { within, rules })
    expect(found, colorScheme).toEqual([])
  }
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 800 })
    await expect(() => expectNoSidewaysScroll(page), `${width} px`).toPass({ timeout: 5_000 })
  }
}

/** Logged by Playwright, because the tests block service workers. */
const BLOCKED = 'Service Worker registration blocked by Playwright'

/** Collects the errors, warnings and hydration failures that the page logs from now on. */
export function consoleProblems(page: Page): string[] {
  const problems: string[] = []
  page.on('pageerror', (error) => {
    if (!isLeftoverClock(error)) problems.push(error.stack ?? error.message)
  })
  page.on('console', (message) => {
    const isProblem = message.type() === 'error' || message.type() === 'warning'
    if (isProblem && message.text() !== BLOCKED) problems.push(message.text())
  })
  return problems
}

/**
 * Tests of one worker share a browser context. A script of Playwright's fake clock (`__pwClock.controller`)
 * installed by an earlier test sometimes still runs in a page without that clock. The product itself reads no
 * `controller`.
 */
const isLeftoverClock = ({ message, stack }: Error): boolean =>
  message.includes("undefined (reading 'controller')") && !stack?.includes('/assets/')

export async function expectNoSidewaysScroll(page: Page): Promise<void> {
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  expect(overflow).toBeLessThanOrEqual(0)
}
