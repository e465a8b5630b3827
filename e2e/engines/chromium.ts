import { join } from 'node:path'
import type { BrowserContext, Page } from 'playwright/test'
import type { Browser, Tab } from './driver.ts'

/** Drives Chromium by Playwright over DevTools. Its process is shared with the other journeys. */
export function driveChromium(context: BrowserContext, downloads: string): Browser {
  const save = (page: Page) =>
    page.on('download', (file) => file.saveAs(join(downloads, file.suggestedFilename())))
  context.pages().forEach(save)
  context.on('page', save)
  return {
    version: `Chromium ${context.browser()?.version()}`,
    downloads,
    tabs: async () => context.pages().map(tabOf),
    cookies: () => context.cookies(),
    close: () => context.close(),
  }
}

const tabOf = (page: Page): Tab => ({
  activate: () => page.bringToFront(),
  goto: async (url) => void (await page.goto(url)),
  evaluate: (expression) => page.evaluate(expression),
  clickAt: ({ x, y }) => page.mouse.click(x, y),
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  upload: (selector, path) => page.setInputFiles(selector, path),
  resize: (size) => page.setViewportSize(size),
  screenshot: () => page.screenshot(),
})
