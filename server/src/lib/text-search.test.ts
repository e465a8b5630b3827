import { expect, test } from 'vitest'
import { personPatterns, searchWords } from './text-search.ts'

test.each([
  ['maratona sao paul', ['maratona', 'sao', 'paul']],
  ['  São   PAULO ', ['sao', 'paulo']],
  ['10k/5k', ['10k', '5k']],
  ['100%_\\', ['100']],
  ["d'água", ['d', 'agua']],
  [undefined, []],
  ['   ', []],
  ['%%', []],
  ['—', []],
])('%j: the words of a title', (typed, words) => {
  expect(searchWords(typed)).toEqual(words)
})

test.each([
  ['  João  da SILVA ', ['%joao%', '%da%', '%silva%']],
  ['529.982.247-25', ['%52998224725%']],
  ['529.982', ['%529982%']],
  ['ana.lima@exemplo.test', ['%ana.lima@exemplo.test%']],
  ['100%_\\', ['%100\\%\\_\\\\%']],
  ['Maria - Silva', ['%maria%', '%silva%']],
  ['...', []],
  ['', []],
  [undefined, []],
  ['a b c d e f g h i j', ['%a%', '%b%', '%c%', '%d%', '%e%', '%f%', '%g%', '%h%']],
])('%j: the patterns of a person', (typed, patterns) => {
  expect(personPatterns(typed)).toEqual(patterns)
})

test('a short word begins a word where that is asked for', () => {
  expect(personPatterns('Li Chen', { shortAtStart: true })).toEqual(['% li%', '%chen%'])
})
