import { expect, test } from 'vitest'
import { byChunk, pagePlace, shareToRead, stretchesOf } from './page-place.ts'

const COUNTS = [
  { chunk: 9, matches: 3, registered: 5, slots: 0b11n },
  { chunk: 8, matches: 0, registered: 5, slots: 0n },
  { chunk: 5, matches: 4, registered: 5, slots: 0b1n },
  { chunk: 2, matches: 1, registered: 5, slots: 0b1000n },
]
const IN_9 = { first: 9 * 8_192, end: 9 * 8_192 + 256 }
const IN_5 = { first: 5 * 8_192, end: 5 * 8_192 + 128 }
const IN_2 = { first: 2 * 8_192 + 384, end: 2 * 8_192 + 512 }

test.each([
  ['the first page', 0, 2, { stretches: [IN_9], skip: 0 }],
  ['a page that ends in another chunk', 2, 2, { stretches: [IN_9, IN_5], skip: 2 }],
  ['a page that begins in a later chunk', 3, 2, { stretches: [IN_5], skip: 0 }],
  ['the last page, short', 7, 20, { stretches: [IN_2], skip: 0 }],
  ['all of it', 0, 20, { stretches: [IN_9, IN_5, IN_2], skip: 0 }],
  ['past the end', 8, 2, { stretches: [], skip: 0 }],
])('%s', (_name, offset, take, place) => {
  expect(pagePlace(COUNTS, offset, take)).toEqual(place)
})

test('what is counted by status as well is added up by chunk', () => {
  const counts = [
    { chunk: 9, matches: 1, registered: 2, slots: 0b01n },
    { chunk: 9, matches: 2, registered: 3, slots: 0b10n },
    ...COUNTS.slice(1),
  ]
  expect(byChunk(counts)).toEqual(COUNTS)
})

test('stretches: the newest first, joined where they touch, from the first id of a chunk to its last', () => {
  expect(stretchesOf({ chunk: 0, slots: 2n ** 64n - 1n })).toEqual([{ first: 0, end: 8_192 }])
  expect(stretchesOf({ chunk: 1, slots: 2n ** 63n + 0b1011n })).toEqual([
    { first: 16_256, end: 16_384 },
    { first: 8_576, end: 8_704 },
    { first: 8_192, end: 8_448 },
  ])
  expect(shareToRead({ chunk: 1, slots: 0b1011n })).toBe(3 / 64)
})
