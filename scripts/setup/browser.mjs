import { existsSync } from 'node:fs'
import { NODE, run } from './run.mjs'

const START_BROWSER = `
  import { chromium } from 'playwright'
  import { chromiumOptions } from './e2e/chromium.ts'
  await (await chromium.launch(chromiumOptions())).close()
`

/** Provides a Chromium: an installed one, else Debian's, else Playwright's. */
export async function ensureBrowser() {
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

async function installFromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return
  console.log('Instalando o Chromium do Debian para os testes de navegador…')
  const apt = (...args) => run('apt-get', args, { env: { DEBIAN_FRONTEND: 'noninteractive' } })
  const install = (name) => apt('install', '-y', '-q', '--no-install-recommends', name)
  await apt('update', '-q').catch(() => undefined)
  // Older releases have only the full browser.
  await install('chromium-headless-shell').catch(() => install('chromium'))
}

async function installFromPlaywright() {
  console.log('Baixando o Chromium do Playwright para os testes de navegador…')
  await run(NODE, ['node_modules/playwright/cli.js', 'install', '--only-shell', 'chromium'])
}
