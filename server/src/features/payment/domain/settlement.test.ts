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
    'unpaid, at the same price',
    100_00,
    [payment(1, pending, 100_00)],
    0,
    { replaced: [], charge: null, owedCents: 100_00 },
  ],
  [
    'unpaid, at a higher price',
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
    'unpaid, of another payment type',
    100_00,
    [payment(1, pending, 100_00)],
    2,
    { replaced: [1], charge: { amountCents: 100_00, type: 2 } },
  ],
  [
    'the gateway refused the charge',
    100_00,
    [payment(1, failed, 100_00)],
    1,
    { replaced: [1], charge: { amountCents: 100_00, type: 1 } },
  ],
  ['free before, priced now', 100_00, [], 1, { replaced: [], charge: { amountCents: 100_00, type: 1 } }],
  [
    'paid, at a higher price',
    120_00,
    [payment(1, paid, 100_00)],
    0,
    { paidCents: 100_00, charge: { amountCents: 20_00, type: 0 } },
  ],
  ['paid, at a lower price', 80_00, [payment(1, paid, 100_00)], 0, { charge: null, creditCents: 20_00 }],
  [
    'paid, changed and changed back',
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
    'a difference below the minimum charge',
    102_00,
    [payment(1, paid, 100_00)],
    0,
    { owedCents: 2_00, charge: null, isTooSmall: true },
  ],
  [
    'ended payments do not count',
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
    'a disputed payment is not charged again',
    100_00,
    [payment(1, reversed, 100_00)],
    0,
    { charge: null, owedCents: 0 },
  ],
  ['under analysis is still open', 100_00, [payment(1, awaiting, 100_00)], 0, { replaced: [], charge: null }],
])('%s', (_name, total, payments, type, expected) => {
  expect(settlement(total, payments, type)).toMatchObject(expected)
})
