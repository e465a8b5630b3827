import { expect, test } from 'vitest'
import { type SearchOutlook, searchWay } from './search-way.ts'

const ALL: SearchOutlook = {
  registrations: 500_000,
  filtered: 500_000,
  toSift: 500_000,
  withWords: 0,
  found: 0,
  most: 2_001,
}

test.each<[string, Partial<SearchOutlook>, string]>([
  ['a word nobody of the newest has', {}, 'look-up'],
  ['a rare word', { withWords: 0.002, found: 0.002 }, 'look-up'],
  ['a frequent name', { withWords: 0.2, found: 0.2 }, 'walk'],
  ['what everybody has', { withWords: 1, found: 1 }, 'walk'],
  ['a frequent name among a few', { withWords: 0.2, found: 0, filtered: 300, toSift: 100_000 }, 'sift'],
  ['a rare word among a few', { withWords: 0.0005, found: 0, filtered: 300, toSift: 500_000 }, 'look-up'],
  ['a frequent name among many', { withWords: 0.2, found: 0.05, filtered: 125_000 }, 'walk'],
])('%s', (_name, known, way) => {
  expect(searchWay({ ...ALL, ...known })).toBe(way)
})
