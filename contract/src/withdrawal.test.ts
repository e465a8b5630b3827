import { expect, test } from 'vitest'
import { DEFAULT_WITHDRAWAL, withdrawalOf } from './withdrawal.ts'

const paid = {
  status: 1,
  paidCents: 11_000,
  isDisputed: false,
  paidOn: '2026-11-10',
  eventOn: '2027-03-07',
  today: '2026-11-12',
  rule: DEFAULT_WITHDRAWAL,
}

test.each<[string, Partial<typeof paid>, string | null]>([
  ['within the days', {}, '2026-11-17'],
  ['on the last day', { today: '2026-11-17' }, '2026-11-17'],
  ['after the last day', { today: '2026-11-18' }, null],
  ['the day before the race comes first', { eventOn: '2026-11-15' }, '2026-11-14'],
  ['on the day of the race', { eventOn: '2026-11-12' }, null],
  ['the enterprise gives more days', { rule: { days: 30, endsDaysBefore: 2 } }, '2026-12-10'],
  ['paid in part and not confirmed yet', { status: 0 }, '2026-11-17'],
  ['cancelled', { status: 2 }, null],
  ['nothing paid, or all refunded', { paidCents: 0 }, null],
  ['disputed: the money is with the bank', { isDisputed: true }, null],
])('%s', (_name, change, until) => {
  expect(withdrawalOf({ ...paid, ...change })).toEqual(until && { until, amountCents: 11_000 })
})
