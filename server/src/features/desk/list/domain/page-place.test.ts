import { expect, test } from 'vitest'
import { byChunk, pagePlace } from './page-place.ts'

const COUNTS = [
  { chunk: 9, matches: 3, registered: 5 },
  { chunk: 8, matches: 0, registered: 5 },
  { chunk: 5, matches: 4, registered: 5 },
  { chunk: 2, matches: 1, registered: 5 },
]

test.each([
  ['the first page', 0, 2, { chunks: [9], skip: 0 }],
  ['a page that ends in another chunk', 2, 2, { chunks: [9, 5], skip: 2 }],
  ['a page that begins in a later chunk', 3, 2, { chunks: [5], skip: 0 }],
  ['the last page, short', 7, 20, { chunks: [2], skip: 0 }],
  ['all of it', 0, 20, { chunks: [9, 5, 2], skip: 0 }],
  ['past the end', 8, 2, { chunks: [], skip: 0 }],
])('%s', (_name, offset, take, place) => {
  expect(pagePlace(COUNTS, offset, take)).toEqual(place)
})

test('what is counted by status as well is added up by chunk', () => {
  const counts = [
    { chunk: 9, matches: 1, registered: 2 },
    { chunk: 9, matches: 2, registered: 3 },
    ...COUNTS.slice(1),
  ]
  expect(byChunk(counts)).toEqual(COUNTS)
})
