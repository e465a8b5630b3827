import { expect, test } from 'vitest'
import { searchWords } from './search-words.ts'

test.each([
  ['maratona sao paul', ['maratona', 'sao', 'paul']],
  ['  São   PAULO ', ['sao', 'paulo']],
  ['10k/5k', ['10k', '5k']],
  ['100%_\\', ['100']],
  ["d'água", ['d', 'agua']],
])('%s', (typed, words) => {
  expect(searchWords(typed)?.words.map((word) => word.text)).toEqual(words)
})

test.each([undefined, '', '   ', '%%', '—'])('%s looks for nothing', (typed) => {
  expect(searchWords(typed)).toBeNull()
})
