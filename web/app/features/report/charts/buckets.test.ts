import { expect, test } from 'vitest'
import { addDays, toBrazilianDate } from '#contract/dates.ts'
import { bucketsOf, bucketWords } from './buckets.ts'

const days = (count: number) =>
  Array.from({ length: count }, (_, n) => ({
    day: toBrazilianDate(addDays('2026-01-01', n)),
    values: [1, 10],
  }))
const sums = (count: number) =>
  bucketsOf(days(count)).reduce((sum, { values }) => sum + (values[0] ?? 0) + (values[1] ?? 0), 0)

test.each([
  [0, 0],
  [1, 1],
  [92, 92],
  [93, 14],
  [644, 92],
  [645, 22],
])('%i days become %i bars that cover all of them', (count, bars) => {
  expect(bucketsOf(days(count))).toHaveLength(bars)
  expect(sums(count)).toBe(count * 11)
})

test('a bar names the days that it covers', () => {
  expect(bucketsOf(days(2)).map(bucketWords)).toEqual(['01/01/2026', '02/01/2026'])
  expect(bucketsOf(days(93)).map(bucketWords).at(0)).toBe('01/01/2026 a 07/01/2026')
  expect(bucketsOf(days(700)).map(bucketWords).at(0)).toBe('01/01/2026 a 31/01/2026')
})
