import { expect, test } from 'vitest'
import { daysOf, periodBefore } from './day-figures.ts'

const TODAY = '2026-03-10'

test.each([
  [
    'both bounds',
    { from: '2026-02-27', to: '2026-03-02' },
    [],
    ['2026-02-27', '2026-02-28', '2026-03-01', '2026-03-02'],
  ],
  [
    'no bound: from the first with something to today',
    {},
    ['2026-03-09', '2026-03-08'],
    ['2026-03-08', '2026-03-09', '2026-03-10'],
  ],
  ['further than today where something is', {}, ['2026-03-10', '2026-03-11'], ['2026-03-10', '2026-03-11']],
  ['only an end', { to: '2026-03-09' }, ['2026-03-08'], ['2026-03-08', '2026-03-09']],
  ['nothing at all', {}, [], []],
  ['a beginning after today', { from: '2026-04-01' }, [], []],
])('lists the days of %s', (_, period, known, days) => {
  expect(daysOf(period, known, TODAY)).toEqual(days)
})

test('an implausibly long period is limited to its last ten years', () => {
  const days = daysOf({ from: '1900-01-01', to: '2199-12-31' }, [], TODAY)
  expect(days).toHaveLength(3_660)
  expect(days.at(-1)).toBe('2199-12-31')
})

test('the previous period has the same number of days', () => {
  expect(periodBefore({ from: '2026-03-01', to: '2026-03-07' })).toEqual({
    from: '2026-02-22',
    to: '2026-02-28',
  })
  expect(periodBefore({ from: '2026-03-01' })).toBeNull()
})
