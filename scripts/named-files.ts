import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** A file of the project in backticks, followed by quoted titles of its tests. */
const FILE =
  /`((?:bench|contract|docs|e2e|ops|scripts|server|web)\/[\w./-]+\.[a-z]+|[A-Z]+\.md)`((?:,? "[^"]+")*)/g

/** The source without escapes of quotes. */
const unescaped = (source: string) => source.replaceAll(/\\(['"`])/g, '$1')

/** The files and tests that a text names but that do not exist. */
export function missingIn(text: string): string[] {
  return [...text.matchAll(FILE)].flatMap(([, file = '', titles = '']) => {
    const path = join(ROOT, file)
    if (!existsSync(path)) return [file]
    const source = unescaped(readFileSync(path, 'utf8'))
    return [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) =>
      source.includes(title) ? [] : [`${file}: ${title}`],
    )
  })
}

/** The source of the tests that a text names, each with what stands above it; of a file without titles, all of it. */
export const namedTests = (text: string): string[] =>
  [...text.matchAll(FILE)].flatMap(([, file = '', titles = '']) => {
    const source = unescaped(readFileSync(join(ROOT, file), 'utf8'))
    const wanted = [...titles.matchAll(/"([^"]+)"/g)].map(([, title = '']) => title)
    if (wanted.length === 0) return [source]
    return testsOf(source).filter((one) => wanted.some((title) => one.includes(title)))
  })

/** Cuts a file of tests behind the end of each test. */
function testsOf(source: string): string[] {
  const tests = ['']
  let indent: string | undefined
  for (const line of source.split('\n')) {
    tests[tests.length - 1] += `${line}\n`
    indent ??= /^( *)test(\.each)?[(<]/.exec(line)?.[1]
    if (indent === undefined || (line !== `${indent}})` && line !== `${indent})`)) continue
    tests.push('')
    indent = undefined
  }
  return tests
}

/** Whether a text names a file of the project. */
export const namesFile = (text: string): boolean => text.search(FILE) >= 0
