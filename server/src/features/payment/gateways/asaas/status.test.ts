import { expect, test } from 'vitest'
import { isDisputed, statusOf, statusOfMessage } from './status.ts'

const open = { status: 'DISPUTE_LOST' }
const won = { status: 'REVERSED' }

test.each([
  ['PENDING', 0],
  ['RECEIVED_IN_CASH', 1],
  ['RECEIVED', 2],
  ['DUNNING_RECEIVED', 2],
  ['REFUND_REQUESTED', 2],
  ['REFUND_IN_PROGRESS', 2],
  ['CONFIRMED', 3],
  ['OVERDUE', 4],
  ['DUNNING_REQUESTED', 4],
  ['REFUNDED', 5],
  ['CHARGEBACK_REQUESTED', 10],
  ['CHARGEBACK_DISPUTE', 10],
  ['AWAITING_CHARGEBACK_REVERSAL', 11],
  ['AWAITING_RISK_ANALYSIS', 11],
  ['AUTHORIZED', 11],
  ['SOMETHING_NEW', null],
  ['toString', null],
])('%s', (status, code) => {
  expect(statusOf({ status })).toBe(code)
  expect(statusOf({ status, deleted: true })).toBe(6)
})

test('a refund under way is the end of a dispute, unless the dispute was won', () => {
  const status = 'REFUND_IN_PROGRESS'
  expect(statusOf({ status, chargeback: open })).toBe(10)
  expect(statusOf({ status, chargeback: won })).toBe(2)
  const isOver = [open, won, { status: 'DONE' }, null].map((chargeback) => !isDisputed({ chargeback }))
  expect(isOver).toEqual([false, true, true, true])
})

test.each([
  ['PAYMENT_RECEIVED', 'RECEIVED', 2],
  ['PAYMENT_RESTORED', 'PENDING', 0],
  ['PAYMENT_CREDIT_CARD_CAPTURE_REFUSED', 'PENDING', 9],
  ['PAYMENT_REPROVED_BY_RISK_ANALYSIS', 'PENDING', 13],
  ['PAYMENT_SOMETHING_NEW', 'CONFIRMED', 3],
  ['PAYMENT_CREATED', 'PENDING', null],
  ['PAYMENT_BANK_SLIP_CANCELLED', 'OVERDUE', null],
  ['PAYMENT_BANK_SLIP_VIEWED', 'PENDING', null],
  ['PAYMENT_CHECKOUT_VIEWED', 'PENDING', null],
  ['PAYMENT_REFUND_IN_PROGRESS', 'REFUND_IN_PROGRESS', null],
  ['PAYMENT_REFUND_DENIED', 'RECEIVED', null],
  ['PAYMENT_PARTIALLY_REFUNDED', 'RECEIVED', null],
  ['PAYMENT_SPLIT_DIVERGENCE_BLOCK', 'RECEIVED', null],
])('%s of a charge that is %s', (event, status, code) => {
  expect(statusOfMessage(event, { status })).toBe(code)
})

test('the message about a deletion cancels', () => {
  expect(statusOfMessage('PAYMENT_DELETED', { status: 'PENDING', deleted: true })).toBe(6)
})
