import { existsSync } from 'node:fs'
import puppeteer, { type Page } from 'puppeteer-core'
import type { Browser, Tab } from './driver.ts'

const INSTALLED = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/** FIREFOX_PATH, otherwise the system's Firefox. */
export const firefoxPath = (): string | undefined =>
  process.env.FIREFOX_PATH ?? INSTALLED.find((path) => existsSync(path))

/** Starts Firefox, driven by Puppeteer over WebDriver BiDi. */
export async function startFirefox(executablePath: string, downloads: string): Promise<Browser> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    defaultViewport: null,
    env: { ...process.env, TZ: 'America/Sao_Paulo' },
    extraPrefsFirefox: {
      'browser.download.dir': downloads,
      'browser.download.folderList': 2,
      'intl.accept_languages': 'pt-BR',
      // As on a phone, the scroll bar takes no width.
      'ui.useOverlayScrollbars': 1,
      'ui.prefersReducedMotion': 1,
    },
  })
  return {
    version: await browser.version(),
    downloads,
    tabs: async () => (await browser.pages()).map(tabOf),
    cookies: () => browser.cookies(),
    close: () => browser.close(),
  }
}

const tabOf = (page: Page): Tab => ({
  activate: () => page.bringToFront(),
  goto: async (url) => void (await page.goto(url)),
  evaluate: (expression) => page.evaluate(expression),
  clickAt: ({ x, y }) => page.mouse.click(x, y),
  type: (text) => page.keyboard.type(text),
  press: (key) => page.keyboard.press(key),
  upload: async (selector, path) => {
    const input = await page.$(`input${selector}` as 'input')
    if (!input) throw new Error(`no file input matches ${selector}`)
    await input.uploadFile(path)
  },
  resize: (size) => page.setViewport(size),
  screenshot: async () => Buffer.from(await page.screenshot()),
})
