import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { ROOT, sourceOf } from './named-files.ts'

// docs/specification.md names the tests of each sentence: `| § | sentence | tests |`. documents.test.ts
// checks that the files exist.

const rows = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
  .split('\n')
  .flatMap((line) => {
    const [, sentence, tests] = /^\| [^|]+ \| (.+) \| ([^|]+) \|$/.exec(line) ?? []
    return sentence && tests && sentence !== 'sentence'
      ? [{ sentence, files: [...tests.matchAll(/`([^`]+)`/g)].map(([, file = '']) => file) }]
      : []
  })

/** The quoted texts, each split into the parts around its `{placeholders}`. */
const textsOf = (sentence: string): string[][] =>
  [...sentence.matchAll(/(?<!\w)'([^']+)'/g)].map(([, text = '']) => text.split(/\{[^}]*\}/))

test('every sentence names a test', () => {
  expect(rows.length).toBeGreaterThan(100)
  const isTest = (file: string) => /\.(?:test|spec)\.tsx?$/.test(file)
  expect(rows.filter(({ files }) => files.length === 0 || !files.every(isTest))).toEqual([])
})

test('every quoted text is in a test of its row', () => {
  const missing = rows.flatMap(({ sentence, files }) => {
    const tests = files.map(sourceOf).join('\n')
    return textsOf(sentence)
      .filter((parts) => !parts.every((part) => tests.includes(part)))
      .map((parts) => `${files.join(', ')}: ${parts.join('…')}`)
  })
  expect(missing).toEqual([])
})
