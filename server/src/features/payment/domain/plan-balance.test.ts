import { describe, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { type BalancedPayment, type Balancing, type ItemRefunds, planBalance } from './plan-balance.ts'

const { pending, paid, failed, cancelled, expired, overdue, reversed, awaiting } = PAYMENT_STATUS

/** A payment of registration 1, or of the registrations in `items`. */
const payment = (
  id: number,
  status: number,
  amountCents: number,
  more: Partial<BalancedPayment> = {},
): BalancedPayment => ({
  id,
  status,
  type: 0,
  installments: 1,
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
  test.each<[string, number, BalancedPayment[], Partial<Balancing>]>([
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
    expect(planBalance([{ id: 1, totalCents }], payments)).toMatchObject(expected)
  })

  test('with another payment type', () => {
    const payments = [payment(1, pending, 100_00)]
    const as = (type: 0 | 1 | 2) =>
      planBalance([{ id: 1, totalCents: 100_00 }], payments, { registrationIds: [1], type })
    expect(as(2)).toMatchObject({ replaced: [1], created: [charge(100_00, 2)] })
    expect(as(0)).toMatchObject({ replaced: [], created: [] })
  })
})

describe('registrations that share a payment', () => {
  const three = [1, 2, 3].map((id) => ({ id, totalCents: 100_00 }))
  const without = (id: number) => three.map((one) => (one.id === id ? { ...one, totalCents: 0 } : one))

  test.each<
    [string, Parameters<typeof planBalance>, { replaced: number[]; created: [number[], number | null][] }]
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
    const settled = planBalance(...given)
    expect(settled.replaced).toEqual(replaced)
    expect(
      settled.created.map(({ items, type }) => [items.map(({ registrationId }) => registrationId), type]),
    ).toEqual(created)
  })
})

describe('refunds', () => {
  const item = (amountCents: number, refunds: Partial<ItemRefunds> = {}) => ({
    items: [
      {
        registrationId: 1,
        amountCents,
        refunds: { refundedCents: 0, byGatewayCents: 0, withheldCents: 0, ...refunds },
      },
    ],
  })
  const refund = (paymentId: number, amountCents: number) => ({ paymentId, registrationId: 1, amountCents })

  test.each<[string, { totalCents: number; keptCents?: number }, BalancedPayment[], unknown[]]>([
    ['nothing is owed back', { totalCents: 100_00 }, [payment(1, paid, 100_00)], []],
    ['moved to something cheaper', { totalCents: 60_00 }, [payment(1, paid, 100_00)], [refund(1, 40_00)]],
    [
      'the latest payment first, then the one before',
      { totalCents: 50_00 },
      [payment(1, paid, 100_00), payment(2, paid, 20_00)],
      [refund(2, 20_00), refund(1, 50_00)],
    ],
    ['cancelled', { totalCents: 0 }, [payment(1, paid, 100_00)], [refund(1, 100_00)]],
    [
      'cancelled, and a part is kept',
      { totalCents: 0, keptCents: 30_00 },
      [payment(1, paid, 100_00)],
      [refund(1, 70_00)],
    ],
    [
      'decided on before: settled again, nothing more',
      { totalCents: 60_00 },
      [payment(1, paid, 0, item(100_00, { refundedCents: 40_00 }))],
      [],
    ],
    [
      'a request that waits, or was refused, is not passed over',
      { totalCents: 0 },
      [payment(1, paid, 0, item(100_00, { withheldCents: 100_00 }))],
      [],
    ],
    [
      'what was withheld of the latest payment stays there; the one before gives back the rest',
      { totalCents: 0 },
      [payment(1, paid, 50_00), payment(2, paid, 0, item(50_00, { withheldCents: 20_00 }))],
      [refund(2, 30_00), refund(1, 50_00)],
    ],
    [
      'a disputed payment gives nothing back',
      { totalCents: 0 },
      [payment(1, reversed, 100_00), payment(2, paid, 20_00)],
      [refund(2, 20_00)],
    ],
  ])('%s', (_name, registration, payments, refunds) => {
    expect(planBalance([{ id: 1, ...registration }], payments).refunds).toEqual(refunds)
  })

  test('an amount refunded directly at the gateway is neither charged again nor refunded twice', () => {
    const given = [payment(1, paid, 0, item(100_00, { refundedCents: 10_00, byGatewayCents: 10_00 }))]
    expect(planBalance([{ id: 1, totalCents: 100_00 }], given)).toMatchObject({
      balances: balance(90_00, 0),
      created: [],
      refunds: [],
    })
  })

  test('of one payment for two, only the item of the cancelled one is refunded', () => {
    const registrations = [
      { id: 1, totalCents: 0 },
      { id: 2, totalCents: 100_00 },
    ]
    expect(planBalance(registrations, [shared(1, paid, 1, 2)]).refunds).toEqual([refund(1, 100_00)])
  })
})
