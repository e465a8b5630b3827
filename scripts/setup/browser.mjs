import { existsSync } from 'node:fs'
import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { delimiter, join } from 'node:path'
import { unpackChromium } from './packed-chromium.mjs'
import { CACHE, ROOT, run } from './run.mjs'

/** @typedef {{ executablePath: string, args: string[], env: Record<string, string> }} Browser */

/** Read by playwright.config.ts. */
const CHOICE = `${CACHE}chromium.json`
/** The headless shell first: the same engine without the window around it is the quicker one. */
const NAMES = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const ARGS = ['--no-sandbox', '--disable-gpu', '--disable-background-networking']

/** Finds a Chromium that works, or gets one: what is there, else Debian's, else npm's, else Playwright's own. */
export async function ensureBrowser() {
  const failures = []
  const ways = [lastChoice, present, fromDebian, fromNpm, fromPlaywright]
  for (const way of ways) {
    try {
      for (const browser of await way()) {
        const failure = await tryOut(browser)
        if (!failure) return await remember(browser)
        failures.push(`${browser.executablePath}: ${failure}`)
      }
    } catch (error) {
      failures.push(error.message)
    }
  }
  throw new Error(
    `Nenhum Chromium funcionou para os testes de navegador. Instale um e aponte CHROMIUM_PATH para ele.\n${failures.join('\n')}`,
  )
}

/** @returns {Browser} */
const plain = (executablePath) => ({ executablePath, args: ARGS, env: {} })

async function lastChoice() {
  const choice = JSON.parse(await readFile(CHOICE, 'utf8').catch(() => 'null'))
  const wanted = process.env.CHROMIUM_PATH
  return choice && existsSync(choice.executablePath) && (!wanted || wanted === choice.executablePath)
    ? [choice]
    : []
}

async function present() {
  if (process.env.CHROMIUM_PATH) return [plain(process.env.CHROMIUM_PATH)]
  const folders = (process.env.PATH ?? '').split(delimiter)
  const installed = NAMES.flatMap((name) => folders.map((folder) => join(folder, name)))
  const { chromium } = await import('playwright')
  return [...installed, chromium.executablePath()].filter((path) => existsSync(path)).map(plain)
}

async function fromDebian() {
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) return []
  console.log('Instalando o Chromium do Debian para os testes de navegador…')
  const env = { DEBIAN_FRONTEND: 'noninteractive' }
  await run('apt-get', ['update', '-q'], { env }).catch(() => undefined)
  const name = 'chromium-headless-shell'
  // Older releases know only the whole browser.
  await run('apt-get', ['install', '-y', '-q', '--no-install-recommends', name], { env }).catch(() =>
    run('apt-get', ['install', '-y', '-q', '--no-install-recommends', 'chromium'], { env }),
  )
  return present()
}

async function fromNpm() {
  console.log('Preparando o Chromium que vem pelo npm para os testes de navegador…')
  const { executablePath, env } = await unpackChromium()
  return [{ executablePath, args: ARGS, env }]
}

async function fromPlaywright() {
  console.log('Baixando o Chromium do Playwright para os testes de navegador…')
  await run(process.execPath, [`${ROOT}node_modules/playwright/cli.js`, 'install', 'chromium'])
  const { chromium } = await import('playwright')
  return [plain(chromium.executablePath())]
}

/**
 * Really starts it and shows a page: a version number says nothing about missing libraries or fonts.
 * @param {Browser} browser
 * @returns {Promise<string | null>} what went wrong
 */
async function tryOut({ executablePath, args, env }) {
  const { chromium } = await import('playwright')
  const patience = 30_000
  let launched
  try {
    launched = await chromium.launch({
      executablePath,
      args,
      env: { ...process.env, ...env },
      timeout: patience,
    })
    const page = await launched.newPage()
    page.setDefaultTimeout(patience)
    await page.setContent('<p>Largada</p>')
    const text = await page.textContent('p')
    return text === 'Largada' ? null : `mostrou ${text}`
  } catch (error) {
    return error.message.split('\n')[0]
  } finally {
    await launched?.close().catch(() => undefined)
  }
}

async function remember(browser) {
  await mkdir(CACHE, { recursive: true })
  await writeFile(CHOICE, JSON.stringify(browser, null, 2))
}
