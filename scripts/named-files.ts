import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** A file of the project in backticks, with the titles of its tests in quotes that follow it. */
const FILE =
  /`((?:bench|contract|docs|e2e|scripts|server|web)\/[\w./-]+\.[a-z]+|[A-Z]+\.md)`((?:,? "[^"]+")*)/g

/** As a test's source writes its title: its own quotes escaped, if they are. */
const unescaped = (source: string) => source.replaceAll(/\\(['"`])/g, '$1')

/** What a text names and the project does not have: files, and tests of a file. */
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
