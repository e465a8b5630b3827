import { readFileSync } from 'node:fs'
import type { LaunchOptions } from 'playwright/test'

interface Found {
  executablePath: string
  args: string[]
  env: Record<string, string>
}

/** How to start the Chromium that `scripts/setup.mjs --browser` found or got. */
export function chromiumOptions(): LaunchOptions {
  const file = new URL('../node_modules/.cache/largada/chromium.json', import.meta.url)
  const { executablePath, args, env }: Found = JSON.parse(readFileSync(file, 'utf8'))
  return { executablePath, args, env: { ...process.env, ...env } as Record<string, string> }
}
