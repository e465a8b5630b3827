import data from '@mdn/browser-compat-data' with { type: 'json' }
import type {
  BrowserName,
  CompatStatement,
  Identifier,
  SimpleSupportStatement,
} from '@mdn/browser-compat-data/types'
import { oldestBrowsers } from '../../web/oldest-browsers.ts'

export interface Feature {
  /** Such as `api.URL.canParse_static`. */
  path: string
  compat: CompatStatement
}

/** The names in MDN's data for each name in `.browserslistrc`. */
const NAMES: Record<string, BrowserName[]> = {
  chrome: ['chrome'],
  and_chr: ['chrome_android'],
  android: ['webview_android'],
  edge: ['edge'],
  samsung: ['samsunginternet_android'],
  firefox: ['firefox'],
  and_ff: ['firefox_android'],
  safari: ['safari'],
  ios_saf: ['safari_ios'],
}

const OLDEST = oldestBrowsers().flatMap(({ browser, version }) => {
  const names = NAMES[browser]
  if (!names) throw new Error(`no data for ${browser}`)
  return names.map((name) => ({ name, version: Number(version) }))
})

function entryAt(keys: readonly string[]): Identifier | undefined {
  let found = data as unknown as Identifier | undefined
  for (const key of keys) found = found && Object.hasOwn(found, key) ? found[key] : undefined
  return found
}

export function featureAt(...keys: readonly string[]): Feature | undefined {
  const compat = entryAt(keys)?.__compat
  return compat && { path: keys.join('.'), compat }
}

export const namesBelow = (...keys: readonly string[]): string[] =>
  Object.keys(entryAt(keys) ?? {}).filter((key) => key !== '__compat')

/**
 * The supported browsers that lack the feature, each with the first version that has it. `prefixes` are those
 * with which the feature is also written.
 */
export function lackOf({ compat }: Feature, prefixes: readonly string[] = []): string[] {
  return OLDEST.flatMap(({ name, version }) => {
    const statements = [compat.support[name] ?? []].flat()
    // The data does not mention this browser.
    if (statements.length === 0) return []
    if (statements.some((statement) => holds(statement, version, prefixes))) return []
    const since = statements.find(({ prefix, flags }) => !prefix && !flags)?.version_added
    return [`${name} ${version}${since ? ` (since ${since})` : ''}`]
  })
}

function holds(statement: SimpleSupportStatement, version: number, prefixes: readonly string[]): boolean {
  const {
    version_added: added,
    version_removed: removed,
    flags,
    alternative_name: otherName,
    prefix,
  } = statement
  if (flags || otherName || (prefix && !prefixes.includes(prefix))) return false
  return isUpTo(added, version) && !isUpTo(removed, version)
}

/** The data of old browsers may say ‘≤79’: in version 79 or earlier. */
const isUpTo = (since: string | boolean | null | undefined, version: number): boolean =>
  typeof since === 'string' && Number.parseFloat(since.replace('≤', '')) <= version

export interface Finding {
  line: number
  name: string
  feature: Feature
  lack: string[]
}
