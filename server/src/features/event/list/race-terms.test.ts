import { expect, test } from 'vitest'
import { raceTerms } from './race-terms.ts'

const TODAY = '2026-06-14'

test.each([
  [
    '5 km',
    1,
    ['5 km', '5km', '5K', 'Prova 5 k', '5,5 km'],
    ['15 km', '25km', '1,5 km', '5 kids', '50 km', '500 m'],
  ],
  ['21,1k', 1, ['21,1 km', '21.10 km', 'Meia 21,1K'], ['21 km', '21,097 km', '121,1 km']],
  ['10 quilômetros', 1, ['10 km', '10 quilometros'], ['10 milhas']],
])('%s is a distance', (typed, count, same, others) => {
  const terms = raceTerms(typed, TODAY) ?? []
  expect(terms).toHaveLength(count)
  // PostgreSQL writes the end of a word as \M.
  const pattern = new RegExp((terms[0]?.literal ?? '').replace('\\M', '\\b'))
  const fits = (text: string) => pattern.test(text.toLowerCase())
  expect(same.filter((text) => !fits(text))).toEqual([])
  expect(others.filter(fits)).toEqual([])
})

test.each([
  ['night run 5k', [null, 'night', 'run']],
  ['10k/5k', [null, null]],
  ['Campinas 10 km', [null, 'campinas']],
  ['10 milhas', ['10', 'milhas']],
])('%s', (typed, words) => {
  expect(raceTerms(typed, TODAY)?.map(({ word }) => word)).toEqual(words)
})

test.each([
  ['night run', ['run']],
  ['corrida noturna', ['corrida']],
  ['5 km run', ['run']],
  ['corrida', []],
  ['running race', []],
  ['corridao', []],
])('%s: words that every race has are optional beside other words', (typed, optional) => {
  const terms = raceTerms(typed, TODAY) ?? []
  expect(terms.filter((term) => term.optional).map(({ word }) => word)).toEqual(optional)
})

test.each([
  ['dezembro', '2026-12-01', '2026-12-31', []],
  ['Junho', '2026-06-01', '2026-06-30', []],
  ['março', '2027-03-01', '2027-03-31', []],
  ['fevereiro de 2028', '2028-02-01', '2028-02-29', []],
  ['corrida em agosto 2027 Campinas', '2027-08-01', '2027-08-31', ['corrida', 'campinas']],
])('%s is a month', (typed, from, to, words) => {
  const [month, ...others] = raceTerms(typed, TODAY) ?? []
  expect(month).toMatchObject({ word: null, during: { from, to }, optional: false })
  expect(others.map(({ word }) => word)).toEqual(words)
})

test('a part of a word is no month', () => {
  expect(raceTerms('maiores', TODAY)).toMatchObject([{ word: 'maiores', during: null }])
})

test('an empty search has no terms', () => {
  expect(raceTerms(' % ', TODAY)).toBeNull()
})
