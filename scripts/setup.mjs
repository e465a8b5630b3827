// Prepares a fresh clone. Plain JavaScript without dependencies: it runs before they are installed, on any Node version.
//
//   node scripts/setup.mjs             installs the packages of the lock file
//   node scripts/setup.mjs --browser   also provides a Chromium for the browser tests
//   node scripts/setup.mjs --build     also builds the web
import { ensureBrowser } from './setup/browser.mjs'
import { ensureBuild } from './setup/build.mjs'
import { ensurePackages } from './setup/packages.mjs'

try {
  await ensurePackages()
  if (process.argv.includes('--browser')) await ensureBrowser()
  if (process.argv.includes('--build')) await ensureBuild()
} catch (error) {
  console.error(error instanceof Error ? error.message : error)
  process.exit(1)
}
