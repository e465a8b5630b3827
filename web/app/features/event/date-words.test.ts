import { describe, expect, test } from 'vitest'
import { dayAndMonth, daysUntil, inDays, longDate, shortDate } from './date-words.ts'

const TODAY = '2026-11-21'

describe('days in words', () => {
  test.each([
    ['12/12/2026', 'sáb., 12 de dez.'],
    ['01/12/2026', 'ter., 1º de dez.'],
    ['14/02/2027', 'dom., 14 de fev. de 2027'],
    ['a combinar', 'a combinar'],
  ])('short: %s is %s', (date, words) => {
    expect(shortDate(date, TODAY)).toBe(words)
  })

  test.each([
    ['12/12/2026', 'sábado, 12 de dezembro de 2026'],
    ['01/03/2027', 'segunda-feira, 1º de março de 2027'],
  ])('long: %s is %s', (date, words) => {
    expect(longDate(date)).toBe(words)
  })

  test('day and month alone', () => {
    expect(dayAndMonth('30/11/2026')).toBe('30 de nov.')
  })

  test.each([
    [null, null],
    ['21/11/2026', 0],
    ['24/11/2026', 3],
    ['20/11/2026', -1],
  ])('%s is %s days ahead', (date, days) => {
    expect(daysUntil(date, TODAY)).toBe(days)
  })

  test.each([
    [-1, 'hoje'],
    [0, 'hoje'],
    [1, 'amanhã'],
    [3, 'em 3 dias'],
  ])('%s days ahead is %s', (days, words) => {
    expect(inDays(days)).toBe(words)
  })
})
