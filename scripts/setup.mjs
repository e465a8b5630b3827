// Prepares a fresh clone. Plain JavaScript without dependencies, because it runs before they are installed
// and on any Node version.
//
//   node scripts/setup.mjs             installs the packages of the lock file
//   node scripts/setup.mjs --browser   also installs Chromium, Firefox and WebKit for the browser tests
//   node scripts/setup.mjs --build     also builds the web
import { ensureBrowsers } from './setup/browser.mjs'
import { ensureBuild } from './setup/build.mjs'
import { ensurePackages } from './setup/packages.mjs'

try {
  await ensurePackages()
  if (process.argv.includes('--browser')) await ensureBrowsers()
  if (process.argv.includes('--build')) await ensureBuild()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
