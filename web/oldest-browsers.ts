import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIST = join(import.meta.dirname, '../.browserslistrc')
const LINE = /^(\w+) >= (\d+(?:\.\d+)?)$/

export interface OldestBrowser {
  browser: string
  version: string
}

/** browserslist itself resolves old versions of Chrome and WebView on Android to the newest one. */
export const oldestBrowsers = (): OldestBrowser[] =>
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, browser, version] = LINE.exec(line) ?? []
      if (!browser || !version) throw new Error(`${LIST} says ‘${line}’ instead of ‘browser >= version’`)
      return { browser, version }
    })

/** The bundler's names by browser. All other browsers of the list share an engine with one of these. */
const TARGETS: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
}

export const buildTarget = (): string[] =>
  oldestBrowsers().flatMap(({ browser, version }) =>
    TARGETS[browser] ? `${TARGETS[browser]}${version}` : [],
  )
