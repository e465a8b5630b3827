import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

// docs/specification.md says which test proves which sentence. A test that is renamed or goes takes its sentence's proof along.

const ROOT = join(import.meta.dirname, '..')
const PAGE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')

/** A file in backticks, with the titles in quotes that follow it. */
const FILE = /`([\w./-]+\.(?:test|spec)\.ts)`((?:,? "[^"]+")*)/g

/** As a test's source writes its title: its own quotes escaped, if they are. */
const unescaped = (source: string) => source.replaceAll(/\\(['"`])/g, '$1')

function missingIn(cell: string): string[] {
  return [...cell.matchAll(FILE)].flatMap(([, file = '', titles = '']) => {
    const path = join(ROOT, file)
    if (!existsSync(path)) return [file]
    const source = unescaped(readFileSync(path, 'utf8'))
    return [...titles.matchAll(/"([^"]+)"/g)].flatMap(([, title = '']) =>
      source.includes(title) ? [] : [`${file}: ${title}`],
    )
  })
}

const rows = PAGE.split('\n').filter((line) => line.startsWith('| ') && !line.includes('| proved in |'))

test('every test that is named exists', () => {
  expect(rows.flatMap(missingIn)).toEqual([])
})

test('every sentence names a test, or the rows that do', () => {
  const unproved = rows.filter((row) => {
    const proof = row.split(' | ').at(-1) ?? ''
    return proof.match(FILE) === null && !/^(as in §|page 2, )/.test(proof)
  })
  expect(unproved).toEqual([])
})
