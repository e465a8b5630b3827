import { describe, expect, test } from 'vitest'
import { addDays, dayIn, daysBetween, isIsoDate, toBrazilianDate, toIsoDate } from './dates.ts'

test.each([
  ['05/12/2026', '2026-12-05'],
  ['2026-12-05', '2026-12-05'],
  ['29/02/2028', '2028-02-29'],
  ['29/02/2027', null],
  ['31/04/2026', null],
  ['5/12/2026', null],
  ['2026-13-01', null],
  ['2026-12-05T10:00:00Z', null],
  ['', null],
])('%s is the day %s', (text, day) => {
  expect(toIsoDate(text)).toBe(day)
  if (day) {
    expect(isIsoDate(day)).toBe(true)
    expect(toIsoDate(toBrazilianDate(day))).toBe(day)
  }
})

describe('today in the event’s time zone', () => {
  const instant = new Date('2026-12-01T03:30:00Z')
  test.each([
    ['America/Noronha', '2026-12-01'],
    ['America/Sao_Paulo', '2026-12-01'],
    ['America/Manaus', '2026-11-30'],
    ['America/Rio_Branco', '2026-11-30'],
  ])('%s: %s', (zone, day) => {
    expect(dayIn(zone, instant)).toBe(day)
  })
})

test.each([
  ['2026-12-31', 1, '2027-01-01'],
  ['2028-02-28', 1, '2028-02-29'],
  ['2026-03-01', -1, '2026-02-28'],
  ['2026-11-20', 0, '2026-11-20'],
])('%s plus %i days is %s', (from, days, to) => {
  expect(addDays(from, days)).toBe(to)
  expect(daysBetween(from, to)).toBe(days)
})
