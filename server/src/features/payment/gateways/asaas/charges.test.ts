import { describe, expect, test } from 'vitest'
import type { GatewayRefund } from '../gateway.ts'
import { planStatus, refundParts, toPlanRefunds } from './charges.ts'
import { AsaasPayment } from './protocol.ts'

test.each([
  ['all deleted', [6, 6], 6],
  ['deleted ones count for nothing', [6, 3, 3], 3],
  ['one disputed', [3, 10, 2], 10],
  ['one in analysis', [3, 11], 11],
  ['all refunded', [5, 5], 5],
  ['refunded in part', [2, 3, 5], 3],
  ['one waits', [3, 0, 3], 0],
  ['one overdue', [0, 4], 4],
  ['authorized', [3, 3, 3], 3],
  ['credited in part', [2, 3, 3], 3],
  ['all credited', [2, 2], 2],
  ['received in cash', [1, 1], 1],
] as const)('the state of a plan: %s', (_name, statuses, expected) => {
  expect(planStatus(statuses)).toBe(expected)
})

const payment = (number: number, value: number, status = 'CONFIRMED') =>
  AsaasPayment.parse({
    id: `pay_${number}`,
    status,
    value,
    billingType: 'CREDIT_CARD',
    installment: '00000000-0000-4000-8000-000000000000',
    installmentNumber: number,
    invoiceUrl: 'https://pay.example/i/1',
  })
const refund = (reference: string | null, amountCents: number, more: Partial<GatewayRefund> = {}) => ({
  id: `${reference ?? 'by hand'}/0`,
  reference,
  amountCents,
  status: 'done' as const,
  requestUrl: null,
  receiptUrl: null,
  doneAt: new Date('2026-11-22T12:00:00Z'),
  ...more,
})

describe('the parts of a refund', () => {
  const plan = [
    { payment: payment(1, 33.33), refunds: [] },
    { payment: payment(2, 33.33), refunds: [refund('other', 3_000)] },
    { payment: payment(3, 33.34), refunds: [refund('other', 3_334, { status: 'cancelled' })] },
  ]
  test('from the last installment on, what is left of each', () => {
    expect(refundParts(plan, 4_000)).toEqual([
      { paymentId: 'pay_3', amountCents: 3_334 },
      { paymentId: 'pay_2', amountCents: 333 },
      { paymentId: 'pay_1', amountCents: 333 },
    ])
    expect(refundParts(plan, 100)).toEqual([{ paymentId: 'pay_3', amountCents: 100 }])
  })
  test('not more than is left', () => {
    expect(refundParts(plan, 7_000)).toHaveLength(3)
    expect(refundParts(plan, 7_001)).toBeNull()
    expect(refundParts([{ payment: payment(1, 50, 'PENDING'), refunds: [] }], 1)).toBeNull()
  })
  test('are one refund, done when the last of them is; one made by hand stays by itself', () => {
    const listed = [
      { paymentId: 'pay_1', refunds: [refund('ours', 100, { status: 'waiting', doneAt: null })] },
      { paymentId: 'pay_2', refunds: [refund('ours', 200), refund(null, 50)] },
      { paymentId: 'pay_3', refunds: [refund('ours', 300, { status: 'cancelled' }), refund(null, 50)] },
    ]
    const found = toPlanRefunds(listed)
    expect(found.map(({ reference, amountCents, status }) => [reference, amountCents, status])).toEqual([
      ['ours', 300, 'waiting'],
      [null, 50, 'done'],
      [null, 50, 'done'],
    ])
    expect(new Set(found.map(({ id }) => id)).size).toBe(3)
  })
  test('a second attempt has another name than a cancelled first one', () => {
    const cancelled = refund('ours', 100, { status: 'cancelled' })
    const [first] = toPlanRefunds([{ paymentId: 'pay_1', refunds: [cancelled] }])
    const [second] = toPlanRefunds([{ paymentId: 'pay_1', refunds: [cancelled, refund('ours', 100)] }])
    expect([first?.status, second?.status]).toEqual(['cancelled', 'done'])
    expect(first?.id).not.toBe(second?.id)
  })
})
