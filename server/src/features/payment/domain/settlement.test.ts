import { describe, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import { type SettledPayment, type Settlement, settlement } from './settlement.ts'

const { pending, paid, failed, cancelled, expired, overdue, reversed, awaiting } = PAYMENT_STATUS

/** A payment of registration 1, or of those in `items`. */
const payment = (
  id: number,
  status: number,
  amountCents: number,
  more: Partial<SettledPayment> = {},
): SettledPayment => ({
  id,
  status,
  type: 0,
  isDuplicate: false,
  items: [{ registrationId: 1, amountCents }],
  ...more,
})
const covering = (...registrationIds: number[]) =>
  registrationIds.map((registrationId) => ({ registrationId, amountCents: 100_00 }))
const shared = (id: number, status: number, ...registrationIds: number[]) =>
  payment(id, status, 0, { items: covering(...registrationIds) })
const charge = (amountCents: number, type: 0 | 1 | 2 | null, replaces: number | null = null) => ({
  items: [{ registrationId: 1, amountCents }],
  type,
  replaces,
})
const balance = (paidCents: number, owedCents: number, creditCents = 0) => [
  { id: 1, paidCents, owedCents, creditCents },
]

describe('one registration', () => {
  test.each<[string, number, SettledPayment[], Partial<Settlement>]>([
    ['unpaid, at the same price', 100_00, [payment(1, pending, 100_00)], { replaced: [], created: [] }],
    [
      'unpaid, at a higher price',
      120_00,
      [payment(1, overdue, 100_00)],
      { replaced: [1], created: [charge(120_00, 0, 1)] },
    ],
    [
      'unpaid and free now',
      0,
      [payment(1, pending, 100_00)],
      { replaced: [1], created: [], balances: balance(0, 0) },
    ],
    [
      'the gateway refused the charge',
      100_00,
      [payment(1, failed, 100_00, { type: 1 })],
      { replaced: [1], created: [charge(100_00, 1, 1)] },
    ],
    ['free before, priced now', 100_00, [], { replaced: [], created: [charge(100_00, null)] }],
    [
      'paid, at a higher price',
      120_00,
      [payment(1, paid, 100_00)],
      { created: [charge(20_00, null)], balances: balance(100_00, 20_00) },
    ],
    [
      'paid, at a lower price',
      80_00,
      [payment(1, paid, 100_00)],
      { created: [], balances: balance(100_00, 0, 20_00) },
    ],
    [
      'paid, changed and changed back',
      100_00,
      [payment(1, paid, 100_00), payment(2, pending, 20_00)],
      { replaced: [2], created: [] },
    ],
    [
      'the same difference again',
      120_00,
      [payment(1, paid, 100_00), payment(2, pending, 20_00)],
      { replaced: [], created: [] },
    ],
    [
      'a difference below the minimum charge',
      102_00,
      [payment(1, paid, 100_00)],
      { balances: balance(100_00, 2_00), created: [], isTooSmall: true },
    ],
    [
      'an unpaid price below the minimum charge',
      2_00,
      [payment(1, pending, 100_00)],
      { replaced: [1], created: [charge(2_00, 0, 1)], isTooSmall: true },
    ],
    [
      'ended payments do not count',
      100_00,
      [payment(1, cancelled, 90_00), payment(2, expired, 90_00), payment(3, pending, 100_00)],
      { replaced: [], created: [] },
    ],
    [
      'a duplicate does not count',
      100_00,
      [payment(1, paid, 100_00), payment(2, paid, 100_00, { isDuplicate: true })],
      { balances: balance(100_00, 0) },
    ],
    ['a disputed payment is not charged again', 100_00, [payment(1, reversed, 100_00)], { created: [] }],
    ['under analysis is still open', 100_00, [payment(1, awaiting, 100_00)], { replaced: [], created: [] }],
  ])('%s', (_name, totalCents, payments, expected) => {
    expect(settlement([{ id: 1, totalCents }], payments)).toMatchObject(expected)
  })

  test('in another way', () => {
    const payments = [payment(1, pending, 100_00)]
    const as = (type: 0 | 1 | 2) =>
      settlement([{ id: 1, totalCents: 100_00 }], payments, { registrationIds: [1], type })
    expect(as(2)).toMatchObject({ replaced: [1], created: [charge(100_00, 2)] })
    expect(as(0)).toMatchObject({ replaced: [], created: [] })
  })
})

describe('registrations that share a payment', () => {
  const three = [1, 2, 3].map((id) => ({ id, totalCents: 100_00 }))
  const without = (id: number) => three.map((one) => (one.id === id ? { ...one, totalCents: 0 } : one))

  test.each<
    [string, Parameters<typeof settlement>, { replaced: number[]; created: [number[], number | null][] }]
  >([
    ['none has changed', [three, [shared(1, pending, 1, 2, 3)]], { replaced: [], created: [] }],
    [
      'one is cancelled: the others stay together',
      [without(2), [shared(1, pending, 1, 2, 3)]],
      { replaced: [1], created: [[[1, 3], 0]] },
    ],
    [
      'paid: cancelling one charges nothing',
      [without(2), [shared(1, paid, 1, 2, 3)]],
      { replaced: [], created: [] },
    ],
    [
      'separate payments are put together',
      [
        three,
        [shared(1, pending, 1), shared(2, pending, 2), shared(3, pending, 3)],
        { registrationIds: [1, 2, 3], type: 0 },
      ],
      { replaced: [1, 2, 3], created: [[[1, 2, 3], 0]] },
    ],
    [
      'together a second time',
      [three, [shared(1, pending, 1, 2, 3)], { registrationIds: [1, 2, 3], type: 0 }],
      { replaced: [], created: [] },
    ],
    [
      'together in another way',
      [three, [shared(1, pending, 1, 2, 3)], { registrationIds: [1, 2, 3], type: 1 }],
      { replaced: [1], created: [[[1, 2, 3], 1]] },
    ],
    [
      'one is paid by itself: the others stay together',
      [three, [shared(1, pending, 1, 2, 3)], { registrationIds: [1], type: 0 }],
      {
        replaced: [1],
        created: [
          [[1], 0],
          [[2, 3], 0],
        ],
      },
    ],
    [
      'what is paid already is not asked for again',
      [
        three,
        [shared(1, paid, 1), shared(2, pending, 2), shared(3, failed, 3)],
        { registrationIds: [1, 2, 3], type: 2 },
      ],
      { replaced: [2, 3], created: [[[2, 3], 2]] },
    ],
  ])('%s', (_name, given, { replaced, created }) => {
    const settled = settlement(...given)
    expect(settled.replaced).toEqual(replaced)
    expect(
      settled.created.map(({ items, type }) => [items.map(({ registrationId }) => registrationId), type]),
    ).toEqual(created)
  })
})
