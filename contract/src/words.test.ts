import { expect, test } from 'vitest'
import { countWords, listWords, plural } from './words.ts'

test.each([
  [0, '0'],
  [999, '999'],
  [1_000, '1.000'],
  [-1_234_567, '-1.234.567'],
  [7.5, '7,5'],
  [1234.25, '1.234,25'],
])('%d is written %s', (count, words) => {
  expect(countWords(count)).toBe(words)
})

test('uses singular and plural', () => {
  expect([1, 0, 1_200].map((count) => plural(count, 'inscrição', 'inscrições'))).toEqual([
    '1 inscrição',
    '0 inscrições',
    '1.200 inscrições',
  ])
})

test.each([
  [[], ''],
  [['a'], 'a'],
  [['a', 'b'], 'a e b'],
  [['a', 'b', 'c'], 'a, b e c'],
])('the list of %j', (words, text) => {
  expect(listWords(words)).toBe(text)
})
