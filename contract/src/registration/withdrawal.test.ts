import { expect, test } from 'vitest'
import { DEFAULT_WITHDRAWAL, withdrawalOf } from './withdrawal.ts'

const paid = {
  status: 1,
  paidCents: 11_000,
  isDisputed: false,
  paidOn: '2026-11-10',
  eventOn: '2027-03-07',
  today: '2026-11-12',
  hasStarted: false,
  rule: DEFAULT_WITHDRAWAL,
}

test.each<[string, Partial<typeof paid>, string | null]>([
  ['within the days', {}, '2026-11-17'],
  ['on the last day', { today: '2026-11-17' }, '2026-11-17'],
  ['after the last day', { today: '2026-11-18' }, null],
  [
    'no setting shortens the days of the law',
    { rule: { days: 7, endsDaysBefore: 30 }, eventOn: '2026-11-20' },
    '2026-11-17',
  ],
  ['a race within these days: until it starts', { eventOn: '2026-11-15' }, '2026-11-15'],
  ['on the day of the race, before the start', { eventOn: '2026-11-12' }, '2026-11-12'],
  ['the race has started', { eventOn: '2026-11-12', hasStarted: true }, null],
  ['the enterprise gives more days', { rule: { days: 30, endsDaysBefore: 2 } }, '2026-12-10'],
  [
    'of which those beyond the law end earlier',
    { rule: { days: 30, endsDaysBefore: 2 }, eventOn: '2026-11-25' },
    '2026-11-23',
  ],
  [
    'but not before the law allows',
    { rule: { days: 30, endsDaysBefore: 10 }, eventOn: '2026-11-20' },
    '2026-11-17',
  ],
  ['paid in part and not confirmed yet', { status: 0 }, '2026-11-17'],
  ['cancelled', { status: 2 }, null],
  ['nothing paid, or all refunded', { paidCents: 0 }, null],
  ['disputed: the money is with the bank', { isDisputed: true }, null],
])('%s', (_name, change, until) => {
  expect(withdrawalOf({ ...paid, ...change })).toEqual(until && { until, amountCents: 11_000 })
})
