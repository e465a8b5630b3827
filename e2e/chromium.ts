import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright/test'

/** The headless shell is preferred: it is the same engine without windows, and faster. */
const INSTALLED = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`)

/**
 * Launch options of the browser: CHROMIUM_PATH, otherwise the system's browser, otherwise the one Playwright
 * installed.
 */
export function chromiumOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path))
  // One renderer process for all pages, so that scripts are compiled once.
  return { args: ['--disable-gpu', '--process-per-site'], ...(executablePath && { executablePath }) }
}
