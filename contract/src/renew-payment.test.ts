import { expect, test } from 'vitest'
import { canRenewPayment } from './renew-payment.ts'

const payment = (status: number, amountCents = 10_000) => ({ status, amountCents, isDuplicate: false })
const standing = {
  status: 0,
  totalCents: 10_000,
  payments: [payment(7)],
  eventOn: '2026-12-12',
  today: '2026-12-12',
}

test.each([
  ['the charge was refused', {}, true],
  ['refused again after another one', { payments: [payment(6), payment(7)] }, true],
  ['a difference was left to expire', { status: 1, payments: [payment(2, 9_000), payment(8, 1_000)] }, true],
  ['a card was refused: its own link may be tried again', { payments: [payment(9)] }, false],
  ['past due: a boleto may be on its way', { payments: [payment(4)] }, false],
  ['waiting beside a refused one', { payments: [payment(7), payment(0)] }, false],
  ['paid', { status: 1, payments: [payment(3)] }, false],
  ['disputed', { status: 1, payments: [payment(10)] }, false],
  ['paid twice only counts once', { payments: [{ ...payment(3), isDuplicate: true }] }, true],
  ['owes less than a gateway takes', { status: 1, payments: [payment(2, 9_501)] }, false],
  ['free', { status: 1, totalCents: 0, payments: [] }, false],
  ['cancelled', { status: 2 }, false],
  ['the race is over', { today: '2026-12-13' }, false],
])('%s', (_name, changed, expected) => {
  expect(canRenewPayment({ ...standing, ...changed })).toBe(expected)
})
