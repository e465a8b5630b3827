import { expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import { type SettledPayment, type Settlement, settlement } from './settlement.ts'

const { pending, paid, failed, cancelled, expired, overdue, reversed, awaiting } = PAYMENT_STATUS
const payment = (id: number, status: number, amountCents: number, more: Partial<SettledPayment> = {}) => ({
  id,
  status,
  amountCents,
  type: 0,
  isDuplicate: false,
  ...more,
})

test.each<[string, number, SettledPayment[], number, Partial<Settlement>]>([
  [
    'unpaid and as dear',
    100_00,
    [payment(1, pending, 100_00)],
    0,
    { replaced: [], charge: null, owedCents: 100_00 },
  ],
  [
    'unpaid and dearer',
    120_00,
    [payment(1, overdue, 100_00)],
    0,
    { replaced: [1], charge: { amountCents: 120_00, type: 0 } },
  ],
  [
    'unpaid and free now',
    0,
    [payment(1, pending, 100_00)],
    0,
    { replaced: [1], charge: null, creditCents: 0 },
  ],
  [
    'unpaid, by another method',
    100_00,
    [payment(1, pending, 100_00)],
    2,
    { replaced: [1], charge: { amountCents: 100_00, type: 2 } },
  ],
  [
    'no charge could be made',
    100_00,
    [payment(1, failed, 100_00)],
    1,
    { replaced: [1], charge: { amountCents: 100_00, type: 1 } },
  ],
  ['free and dearer now', 100_00, [], 1, { replaced: [], charge: { amountCents: 100_00, type: 1 } }],
  [
    'paid and dearer',
    120_00,
    [payment(1, paid, 100_00)],
    0,
    { paidCents: 100_00, charge: { amountCents: 20_00, type: 0 } },
  ],
  ['paid and cheaper', 80_00, [payment(1, paid, 100_00)], 0, { charge: null, creditCents: 20_00 }],
  [
    'paid, moved and moved back',
    100_00,
    [payment(1, paid, 100_00), payment(2, pending, 20_00)],
    0,
    { replaced: [2], charge: null },
  ],
  [
    'the same difference again',
    120_00,
    [payment(1, paid, 100_00), payment(2, pending, 20_00)],
    0,
    { replaced: [], charge: null },
  ],
  [
    'a difference nobody can charge',
    102_00,
    [payment(1, paid, 100_00)],
    0,
    { owedCents: 2_00, charge: null, isTooSmall: true },
  ],
  [
    'what is over does not count',
    100_00,
    [payment(1, cancelled, 90_00), payment(2, expired, 90_00), payment(3, pending, 100_00)],
    0,
    { replaced: [], charge: null },
  ],
  [
    'a duplicate does not count',
    100_00,
    [payment(1, paid, 100_00), payment(2, paid, 100_00, { isDuplicate: true })],
    0,
    { creditCents: 0 },
  ],
  [
    'disputed money is not asked for again',
    100_00,
    [payment(1, reversed, 100_00)],
    0,
    { charge: null, owedCents: 0 },
  ],
  ['under analysis is still open', 100_00, [payment(1, awaiting, 100_00)], 0, { replaced: [], charge: null }],
])('%s', (_name, total, payments, type, expected) => {
  expect(settlement(total, payments, type)).toMatchObject(expected)
})
