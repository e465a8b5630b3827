import { existsSync } from 'node:fs'
import { NODE, run } from './run.mjs'

const START_BROWSER = `
  import { chromium } from 'playwright'
  import { chromiumOptions } from './e2e/chromium.ts'
  await (await chromium.launch(chromiumOptions())).close()
`

const MISSING_ENGINES = `
  import { ENGINES } from './e2e/engines/driver.ts'
  import { missingProgram } from './e2e/engines/start.ts'
  console.log(ENGINES.map(missingProgram).filter(Boolean).join('; '))
`

const ENGINE_PACKAGES = ['firefox-esr', 'webkit2gtk-driver', 'xvfb']

/**
 * Installs the browsers of the browser tests. Without Firefox or WebKit the other tests still run, except
 * with `CI`.
 */
export async function ensureBrowsers() {
  await ensureChromium()
  if ((await missingEngines()) === '') return
  const failures = canInstall() ? await installEngines() : []
  const missing = await missingEngines()
  if (missing === '') return
  const message = [
    `Testes de navegador que não serão feitos: ${missing}`,
    `No Debian: sudo apt-get install ${ENGINE_PACKAGES.join(' ')}`,
    ...failures,
  ].join('\n')
  if (process.env.CI) throw new Error(message)
  console.log(message)
}

/**
 * @returns {Promise<string[]>} why packages were not installed. Each package is tried, because one may
 * suffice.
 */
async function installEngines() {
  console.log('Instalando o Firefox e o WebKit do Debian para os testes de navegador…')
  await updateLists()
  const failures = []
  for (const name of ENGINE_PACKAGES) await install(name).catch((error) => failures.push(error.message))
  return failures
}

const missingEngines = async () =>
  (await run(NODE, ['--input-type=module', '--eval', MISSING_ENGINES])).trim()

/** An installed one, otherwise Debian's, otherwise Playwright's. */
async function ensureChromium() {
  const failures = []
  for (const install of [nothing, installFromDebian, installFromPlaywright]) {
    try {
      await install()
      await run(NODE, ['--input-type=module', '--eval', START_BROWSER])
      return
    } catch (error) {
      failures.push(error.message)
    }
  }
  throw new Error(
    `Nenhum Chromium funcionou para os testes de navegador. Instale um e aponte CHROMIUM_PATH para ele.\n${failures.join('\n')}`,
  )
}

async function nothing() {}

const canInstall = () => process.getuid?.() === 0 && existsSync('/etc/debian_version')
const apt = (...args) => run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
const updateLists = () => apt('update', '-q').catch(() => undefined)
const install = (name) => apt('install', '-y', '-q', '--no-install-recommends', name)

async function installFromDebian() {
  if (!canInstall()) return
  console.log('Instalando o Chromium do Debian para os testes de navegador…')
  await updateLists()
  // Older releases have only the full browser.
  await install('chromium-headless-shell').catch(() => install('chromium'))
}

async function installFromPlaywright() {
  console.log('Baixando o Chromium do Playwright para os testes de navegador…')
  await run(NODE, ['node_modules/playwright/cli.js', 'install', '--only-shell', 'chromium'])
}
