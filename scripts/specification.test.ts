import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { missingIn, ROOT } from './named-files.ts'

// docs/specification.md names the tests that prove each sentence; renamed or removed tests must be updated there.

const PAGE = readFileSync(join(ROOT, 'docs/specification.md'), 'utf8')
const TEST = /`[\w./-]+\.(?:test|spec)\.tsx?`/

const rows = PAGE.split('\n').filter((line) => line.startsWith('| ') && !line.includes('| proved in |'))

test('every named test exists', () => {
  expect(rows.flatMap(missingIn)).toEqual([])
})

test('every sentence names a test, or refers to the rows that do', () => {
  const unproved = rows.filter((row) => {
    const proof = row.split(' | ').at(-1) ?? ''
    return !TEST.test(proof) && !/^(as in §|page 2, )/.test(proof)
  })
  expect(unproved).toEqual([])
})
