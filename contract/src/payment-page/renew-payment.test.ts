import { expect, test } from 'vitest'
import { paymentChoices } from './renew-payment.ts'

const payment = (status: number, amountCents = 10_000, type = 0) => ({
  status,
  amountCents,
  type,
  isDuplicate: false,
})
const pendingRegistration = {
  status: 0,
  totalCents: 10_000,
  payments: [payment(7)],
  types: [0, 1],
  eventOn: '2026-12-12',
  today: '2026-12-12',
}
const ANY = [0, 1]
const ANOTHER = [1]

test.each([
  ['the charge was refused', {}, ANY],
  ['refused again after another one', { payments: [payment(6), payment(7)] }, ANY],
  ['a difference was left to expire', { status: 1, payments: [payment(2, 9_000), payment(8, 1_000)] }, ANY],
  ['an open payment', { payments: [payment(0)] }, ANOTHER],
  ['a card was refused: its own link may be tried again', { payments: [payment(9, 10_000, 2)] }, ANY],
  ['rejected by risk analysis', { payments: [payment(13)] }, ANOTHER],
  ['an open difference', { status: 1, payments: [payment(2, 9_000), payment(0, 1_000)] }, ANOTHER],
  ['an open payment after a refused one', { payments: [payment(7, 10_000, 1), payment(0)] }, ANOTHER],
  ['the event accepts no other type', { payments: [payment(0)], types: [0] }, []],
  ['too many payments', { payments: [...Array(4).fill(payment(6)), payment(0)] }, []],
  ['past due: a boleto may be on its way', { payments: [payment(4)] }, []],
  ['under analysis', { payments: [payment(11)] }, []],
  ['paid', { status: 1, payments: [payment(3)] }, []],
  ['disputed', { status: 1, payments: [payment(10)] }, []],
  ['paid twice only counts once', { payments: [{ ...payment(3), isDuplicate: true }] }, ANY],
  ['owes less than the minimum charge', { status: 1, payments: [payment(2, 9_501)] }, []],
  ['free', { status: 1, totalCents: 0, payments: [] }, []],
  ['cancelled', { status: 2 }, []],
  ['the race is over', { today: '2026-12-13' }, []],
])('%s', (_name, changed, expected) => {
  expect(paymentChoices({ ...pendingRegistration, ...changed })).toEqual(expected)
})
