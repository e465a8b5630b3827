import { expect, test } from 'vitest'
import { ageBands, birthBounds } from './age-bands.ts'

const BOUNDS = birthBounds('2026-12-31')
/** Counts like PostgreSQL's `width_bucket`. */
const bandOf = (day: string) => BOUNDS.filter((bound) => bound <= day).length
const born = (day: string, sex = 0, registrations = 1) => ({ sex, band: bandOf(day), registrations })

test.each([
  ['2011-01-01', 'até 15'],
  ['2010-12-31', '16 a 19'],
  ['2006-12-31', '20 a 24'],
  ['2007-01-01', '16 a 19'],
  ['1996-12-31', '30 a 34'],
  ['1997-01-01', '25 a 29'],
  ['1946-12-31', '80 ou mais'],
  ['1947-01-01', '75 a 79'],
  ['1900-01-01', '80 ou mais'],
])('a person born on %s is on 31 December 2026 in the band %s', (day, band) => {
  expect(ageBands([born(day)])).toEqual([{ band, men: 1, women: 0 }])
})

test('bands from the first to the last with registrations, including empty ones between them', () => {
  expect(ageBands([born('2009-05-01', 0, 2), born('2008-05-01', 1, 3), born('2000-05-01', 1)])).toEqual([
    { band: '16 a 19', men: 2, women: 3 },
    { band: '20 a 24', men: 0, women: 0 },
    { band: '25 a 29', men: 0, women: 1 },
  ])
})

test('no registrations result in no bands', () => expect(ageBands([])).toEqual([]))
