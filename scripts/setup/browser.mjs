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

/** Provides the browsers of the journeys. Without Firefox or WebKit the others still run. */
export async function ensureBrowsers() {
  await ensureChromium()
  if ((await missingEngines()) === '') return
  if (canInstall()) {
    console.log('Instalando o Firefox e o WebKit do Debian para os testes de navegador…')
    await updateLists()
    for (const name of ['firefox-esr', 'webkit2gtk-driver', 'xvfb'])
      await install(name).catch(() => undefined)
  }
  const missing = await missingEngines()
  if (missing === '') return
  if (process.env.CI) throw new Error(missing)
  console.log(`Testes de navegador que não serão feitos: ${missing}`)
}

const missingEngines = async () =>
  (await run(NODE, ['--input-type=module', '--eval', MISSING_ENGINES])).trim()

/** Provides a Chromium: an installed one, else Debian's, else Playwright's. */
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
