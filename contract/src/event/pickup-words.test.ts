import { expect, test } from 'vitest'
import { hasDetails, pickupTimes, pickupWords } from './pickup-words.ts'

const NOTHING = {
  place: null,
  address: null,
  from: null,
  opens_at: null,
  until: null,
  closes_at: null,
  note: null,
}
const DAY = { ...NOTHING, from: '11/12/2026' }

test.each([
  [NOTHING, null],
  [DAY, '11/12/2026'],
  [{ ...DAY, opens_at: '10:00' }, '11/12/2026, a partir das 10:00'],
  [{ ...DAY, closes_at: '18:00' }, '11/12/2026, até as 18:00'],
  [{ ...DAY, opens_at: '10:00', closes_at: '18:00', until: '11/12/2026' }, '11/12/2026, das 10:00 às 18:00'],
  [{ ...DAY, until: '12/12/2026' }, 'de 11/12/2026 até 12/12/2026'],
  [
    { ...DAY, opens_at: '10:00', until: '12/12/2026', closes_at: '18:00' },
    'de 11/12/2026 às 10:00 até 12/12/2026 às 18:00',
  ],
])('the times in words %#', (pickup, words) => {
  expect(pickupTimes(pickup)).toBe(words)
})

test('place, times and note in one line', () => {
  expect(pickupWords(NOTHING)).toBeNull()
  expect(pickupWords({ ...DAY, place: 'Loja Corre', address: 'Rua A, 1', note: 'Leve um agasalho.' })).toBe(
    'Loja Corre, Rua A, 1 · 11/12/2026 · Leve um agasalho.',
  )
})

test.each([
  [NOTHING, false],
  [DAY, false],
  [{ ...DAY, opens_at: '10:00' }, true],
  [{ ...DAY, until: '12/12/2026' }, true],
  [{ ...NOTHING, note: 'Leve um documento.' }, true],
  [{ ...NOTHING, address: 'Rua A, 1' }, true],
])('details beside the first day %#', (pickup, expected) => {
  expect(hasDetails(pickup)).toBe(expected)
})
