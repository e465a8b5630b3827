import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingIn, namedTests, ROOT } from './named-files.ts'

// docs/messages.md names for each message the test that shows it; renamed or removed ones must be updated there.

const rows = readFileSync(join(ROOT, 'docs/messages.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !line.startsWith('| message'))

/** The words in quotes as a pattern; what stands in braces may be anything. */
const patternOf = (words: string) =>
  new RegExp(
    words
      .split(/\{[^}]*\}/)
      .map((part) => part.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&'))
      .join('.+'),
  )

test('every named test exists', () => {
  expect(rows.length).toBeGreaterThan(0)
  expect(rows.flatMap(missingIn)).toEqual([])
})

test('every message is in the tests that its row names', () => {
  const missing = rows.flatMap((row) => {
    const [message = '', proof = ''] = row.split(' | ')
    const shown = namedTests(proof)
    const words = [...message.matchAll(/'([^']+)'/g)].map(([, quoted = '']) => quoted)
    return words.filter((quoted) => !shown.some((text) => patternOf(quoted).test(text)))
  })
  expect(missing).toEqual([])
})
