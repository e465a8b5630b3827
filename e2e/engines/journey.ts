import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test as base } from 'playwright/test'
import type { Account } from '../create-account.ts'
import { type Browser, DESKTOP, type EngineName } from './driver.ts'
import { missingProgram, start } from './start.ts'
import { View } from './view.ts'

export interface EngineOptions {
  engine: EngineName
}

interface Fixtures {
  driver: Browser
  view: View
}

/** A test that runs in the engine of its Playwright project (playwright.config.ts). */
export const test = base.extend<EngineOptions & Fixtures>({
  engine: ['chromium', { option: true }],
  driver: async ({ engine, context }, use) => {
    const missing = missingProgram(engine)
    if (missing && process.env.CI) throw new Error(missing)
    // Also printed, because the reporters do not say why a test is skipped.
    if (missing) process.stdout.write(`skipped: ${missing}\n`)
    test.skip(missing !== undefined, missing)
    const downloads = await mkdtemp(join(tmpdir(), 'largada-downloads-'))
    const driver = await start(engine, context, downloads)
    await use(driver)
    try {
      if (test.info().status !== test.info().expectedStatus) await attachScreenshots(driver)
    } finally {
      await driver.close()
    }
    await rm(downloads, { recursive: true, force: true })
  },
  view: async ({ driver }, use) => {
    const [tab] = await driver.tabs()
    if (!tab) throw new Error('the browser opened no tab')
    await tab.resize(DESKTOP)
    await use(new View(tab))
  },
})

async function attachScreenshots(driver: Browser): Promise<void> {
  for (const [i, tab] of (await driver.tabs()).entries()) {
    const path = test.info().outputPath(`tab-${i}.png`)
    await writeFile(path, await tab.screenshot())
    await test.info().attach('screenshot', { path, contentType: 'image/png' })
  }
}

/** Logs in on the whole browser, as the login form does. */
export async function signIn(view: View, { token, ...rest }: Account['session']): Promise<void> {
  await view.goto('/privacidade')
  const values = Object.entries(rest).map(([key, value]) => [key, JSON.stringify(value)])
  for (const [key, value] of [['token', token], ...values])
    await view.tab.evaluate(`localStorage.setItem(${JSON.stringify(key)}, ${JSON.stringify(value)})`)
}
