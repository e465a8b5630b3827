import { expect, test } from 'vitest'
import { readFilters } from '#web/lists/filters.ts'
import { periods, STATEMENT_FILTERS } from './filters.ts'

test.each([
  ['2026-11-21', ['2026-11-01', '2026-11-21'], ['2026-10-01', '2026-10-31']],
  ['2026-01-01', ['2026-01-01', '2026-01-01'], ['2025-12-01', '2025-12-31']],
  ['2028-03-05', ['2028-03-01', '2028-03-05'], ['2028-02-01', '2028-02-29']],
])('on %s: this month and the one before', (today, current, last) => {
  expect(periods(today).map(({ from, to }) => [from, to])).toEqual([current, last, ['', '']])
})

test('invalid values in the URL are ignored', () => {
  const search = new URLSearchParams('de=2026-02-31&ate=31/03/2026&organizador=7&evento=x')
  expect(readFilters(STATEMENT_FILTERS.enterprise, search)).toEqual({
    from: '',
    to: '2026-03-31',
    organizer_id: '7',
    event_id: '',
  })
})
