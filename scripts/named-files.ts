import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

export const ROOT = join(import.meta.dirname, '..')

/** Matches a file of the project in backticks, followed by quoted titles of its tests. */
const FILE =
  /`((?:bench|contract|docs|e2e|ops|scripts|server|web)\/[\w./-]+\.[a-z]+|[A-Z]+\.md)`((?:,? "[^"]+")*)/g

/** The file's text; escaped quotes lose their backslash. */
export const sourceOf = (path: string): string =>
  readFileSync(join(ROOT, path), 'utf8').replaceAll(/\\(['"`])/g, '$1')

export function missingIn(text: string): string[] {
  return [...text.matchAll(FILE)].flatMap(([, file = '', titles = '']) => {
    if (!existsSync(join(ROOT, file))) return [file]
    const source = sourceOf(file)
    return [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) =>
      source.includes(title) ? [] : [`${file}: ${title}`],
    )
  })
}

export const namesFile = (text: string): boolean => text.search(FILE) >= 0
