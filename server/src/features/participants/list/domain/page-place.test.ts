import { expect, test } from 'vitest'
import { pagePlace, reachFor } from './page-place.ts'

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

test.each([
  ['nothing', 0, { length: 0, chunks: [], matches: 0, registered: 0 }],
  ['what the newest chunk holds', 3, { length: 1, chunks: [9], matches: 3, registered: 5 }],
  ['one more, past a chunk without any', 4, { length: 3, chunks: [9, 5], matches: 7, registered: 15 }],
  [
    'more than there are',
    Number.POSITIVE_INFINITY,
    { length: 4, chunks: [9, 5, 2], matches: 8, registered: 20 },
  ],
])('how far back for %s', (_name, wanted, reach) => {
  expect(reachFor(COUNTS, wanted)).toEqual(reach)
})
