import { expect, test } from 'vitest'
import { countedTo, type SearchOutlook, searchWay } from './search-way.ts'

const ALL: SearchOutlook = {
  registrations: 500_000,
  narrowed: false,
  withWords: 0,
  withRarest: 0,
  toRead: 500_000,
  toSift: 500_000,
}
const known = (share: number, reach: Partial<SearchOutlook>) => ({
  withWords: share,
  withRarest: share,
  ...reach,
})
const among = { narrowed: true }

test.each<[string, Partial<SearchOutlook>, string]>([
  ['a word nobody of the newest has', {}, 'look-up'],
  ['a rare word', known(0.0005, { toRead: 120_000 }), 'look-up'],
  ['a frequent name', known(0.2, { toRead: 300 }), 'walk'],
  ['what everybody has', known(1, { toRead: 60 }), 'walk'],
  ['a frequent name among a few', known(0.2, { ...among, toSift: 300 }), 'sift'],
  ['a frequent name among some', known(0.2, { ...among, toRead: 12_000, toSift: 300 }), 'sift'],
  ['a frequent name among nearly all', known(0.2, { ...among, toRead: 330, toSift: 300 }), 'walk'],
  ['a rare word among many', known(0.0001, { ...among, toSift: 30_000 }), 'look-up'],
  [
    'two words that are rarely together',
    { ...among, withWords: 0.002, withRarest: 0.2, toSift: 15_000, toRead: 250_000 },
    'sift',
  ],
])('%s', (_name, outlook, way) => {
  expect(searchWay({ ...ALL, ...outlook })).toBe(way)
})

test.each([
  [0, 0],
  [16_384, 16_384],
  [16_385, 500],
  [131_072, 500],
  [131_073, 60],
])('of %i registrations, a search is counted to %i', (registrations, end) => {
  expect(countedTo(registrations)).toBe(end)
})
