import type { BrowserContext } from 'playwright/test'
import { driveChromium } from './chromium.ts'
import type { Browser, EngineName } from './driver.ts'
import { firefoxPath, startFirefox } from './firefox.ts'
import { startWebKit, webkitPath } from './webkit.ts'

/** Why the journeys of an engine cannot run on this machine; undefined when they can. */
export function missingProgram(engine: EngineName): string | undefined {
  if (engine === 'firefox' && !firefoxPath()) return 'Firefox is not installed (firefox-esr)'
  if (engine === 'webkit' && !webkitPath()) return 'WebKitGTK is not installed (webkit2gtk-driver and xvfb)'
  return undefined
}

/** Starts an installed engine. Chromium has already been started by Playwright. */
export async function start(
  engine: EngineName,
  context: BrowserContext,
  downloads: string,
): Promise<Browser> {
  if (engine === 'firefox') return startFirefox(firefoxPath() ?? '', downloads)
  if (engine === 'webkit') return startWebKit(webkitPath() ?? '', downloads)
  await context.newPage()
  return driveChromium(context, downloads)
}
