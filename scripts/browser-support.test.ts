import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { oldestBrowsers } from '../web/oldest-browsers.ts'
import { HARMLESS } from './browser-support/exceptions.ts'
import { findingsIn } from './browser-support/find.ts'

/** The findings of the check in one file. */
async function refused(name: string, text: string): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), 'browser-support-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const path = join(folder, name)
  writeFileSync(path, text)
  const findings = await findingsIn([path], { harmless: HARMLESS, prefixes: ['-webkit-', '-moz-'] })
  return findings.map((found) => found.name)
}

test.each([
  ['Map.groupBy(days, monthOf)', 'Map.groupBy'],
  ['URL.canParse(address)', 'URL.canParse'],
  ['document.startViewTransition(show)', 'document.startViewTransition'],
  ['window.navigation.reload()', 'navigation'],
  ['requestIdleCallback(load)', 'requestIdleCallback'],
  ['chosen.union(others)', 'chosen.union'],
  ['new Intl.DurationFormat("pt-BR")', 'Intl.DurationFormat'],
  ['root.querySelector(":has(input)")', ':has()'],
  ['text.match(/[\\p{L}--[a-z]]/v)', '/…/v'],
])('the static checks refuse %s in a script', async (code, name) => {
  expect(await refused('planted.ts', `export const planted = () => ${code}\n`)).toContain(name)
})

test('the static checks refuse an attribute of HTML', async () => {
  expect(await refused('planted.tsx', 'export const Planted = () => <div popover="auto" />')).toEqual([
    '<div popover>',
  ])
})

test.each([
  ['.card:has(:checked) { color: red }', ':has'],
  ['.card { interpolate-size: allow-keywords }', 'interpolate-size'],
  ['.card { color: contrast-color(red) }', 'contrast-color()'],
  ['.card { height: 2lh }', 'lh'],
  ['@starting-style { .card { opacity: 0 } }', '@starting-style'],
])('the static checks refuse %s in a style sheet', async (code, name) => {
  expect(await refused('planted.module.css', code)).toContain(name)
})

test.each([
  ['planted.ts', "export const ask = (x: string) => 'canParse' in URL && URL.canParse(x)"],
  ['planted.ts', 'export const ask = (a: Set<1>) => a.union?.(a)'],
  ['planted.ts', "import { z } from 'zod'\nexport const either = z.union([z.string(), z.int()])"],
  ['planted.ts', 'export type Groups = ReturnType<typeof Map.groupBy>'],
  ['planted.module.css', '@supports selector(:has(a)) { .card:has(:checked) { color: red } }'],
  ['planted.module.css', '.card { height: 3rem; height: 2lh }'],
  ['planted.module.css', '.card { user-select: none; inset: 0; color: color-mix(in srgb, red, blue) }'],
  ['planted.module.css', '.card { text-wrap: balance }'],
])(
  'a use with a fallback, or of a feature that every supported browser has, passes: %s %s',
  async (name, code) => {
    expect(await refused(name, code)).toEqual([])
  },
)

const NAMES: Record<string, string> = {
  chrome: 'Chrome',
  edge: 'Edge',
  android: 'Android WebView',
  samsung: 'Samsung Internet',
  firefox: 'Firefox',
  safari: 'Safari',
  ios_saf: 'iOS',
}

test('README.md lists the browsers of .browserslistrc', () => {
  const listed = oldestBrowsers().filter(({ browser }) => NAMES[browser])
  const table = tableUnder('## Browsers', readFileSync('README.md', 'utf8'))
  expect(table).toEqual(
    Object.entries(NAMES).map(([browser, name]) => [
      name,
      listed.find((found) => found.browser === browser)?.version,
    ]),
  )
})

/** The cells of the first row of the table under a heading, each with its column's name. */
function tableUnder(heading: string, markdown: string): [string, string | undefined][] {
  const section = markdown.slice(markdown.indexOf(heading))
  const [names = [], , versions = []] = section
    .split('\n')
    .filter((line) => line.startsWith('|'))
    .map((line) =>
      line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim()),
    )
  return names.map((name, i) => [name, versions[i]])
}
