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

/** Whether a text names a file of the project. */
export const namesFile = (text: string): boolean => text.search(FILE) >= 0
