import { readFileSync } from 'node:fs'
import { join } from 'node:path'

const LIST = join(import.meta.dirname, '../.browserslistrc')
const LINE = /^(\w+) >= (\d+(?:\.\d+)?)$/

export interface OldestBrowser {
  /** As browserslist names it. */
  browser: string
  version: string
}

/**
 * The oldest supported browsers, from `.browserslistrc`. Read as they are written: browserslist itself resolves old versions of Chrome
 * and of the WebView on Android to the newest one, because its data has no others.
 */
export const oldestBrowsers = (): OldestBrowser[] =>
  readFileSync(LIST, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
    .map((line) => {
      const [, browser, version] = LINE.exec(line) ?? []
      if (!browser || !version) throw new Error(`${LIST} says ‘${line}’ instead of ‘browser >= version’`)
      return { browser, version }
    })

/** The bundler's names; the other browsers of the list have the engine of one of these. */
const TARGETS: Record<string, string> = {
  chrome: 'chrome',
  edge: 'edge',
  firefox: 'firefox',
  safari: 'safari',
  ios_saf: 'ios',
}

/** The target of the bundler, for scripts and styles. */
export const buildTarget = (): string[] =>
  oldestBrowsers().flatMap(({ browser, version }) =>
    TARGETS[browser] ? `${TARGETS[browser]}${version}` : [],
  )
