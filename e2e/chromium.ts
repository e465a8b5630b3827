import { existsSync } from 'node:fs'
import type { LaunchOptions } from 'playwright/test'

/** The headless shell first: it is the same engine without the window, and faster. */
const INSTALLED = ['chromium-headless-shell', 'chromium', 'google-chrome'].map((name) => `/usr/bin/${name}`)

/** How to start the browser: the one CHROMIUM_PATH names, else the system's, else the one Playwright installed. */
export function chromiumOptions(): LaunchOptions {
  const executablePath = process.env.CHROMIUM_PATH ?? INSTALLED.find((path) => existsSync(path))
  // One process for all pages of the product compiles its scripts once.
  return { args: ['--disable-gpu', '--process-per-site'], ...(executablePath && { executablePath }) }
}
