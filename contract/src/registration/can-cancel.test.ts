import { expect, test } from 'vitest'
import { canCancel, staffCancellation } from './can-cancel.ts'

test.each([
  ['pending, on the last day', 0, true, '2026-11-30', true],
  ['pending, a day later', 0, true, '2026-12-01', false],
  ['pending without payment', 0, false, '2026-11-20', true],
  ['confirmed and free', 1, false, '2026-11-20', true],
  ['confirmed and free, too late', 1, false, '2026-12-01', false],
  ['confirmed by a payment', 1, true, '2026-11-20', false],
  ['cancelled already', 2, true, '2026-11-20', false],
  ['cancelled already, free', 2, false, '2026-11-20', false],
])('%s', (_name, status, hasPayment, today, expected) => {
  expect(canCancel({ status, hasPayment, registrationEndsOn: '2026-11-30', today })).toBe(expected)
})

const PAID = { status: 1, hasPayment: true, refundableCents: 110_00 }
test.each([
  ['paid, on the last day', PAID, '2026-11-30', false, { refundCents: 110_00, needsReason: false }],
  ['paid, a day later', PAID, '2026-12-01', false, null],
  ['paid, a day later, by Admin', PAID, '2026-12-01', true, { refundCents: 110_00, needsReason: true }],
  ['paid, disputed', { ...PAID, refundableCents: 0 }, '2026-11-20', true, null],
  ['pending and paid in part', { ...PAID, status: 0 }, '2026-12-01', false, null],
  [
    'pending',
    { ...PAID, status: 0, refundableCents: 0 },
    '2026-11-30',
    false,
    { refundCents: 0, needsReason: false },
  ],
  ['pending, a day later, by Admin', { ...PAID, status: 0, refundableCents: 0 }, '2026-12-01', true, null],
  ['cancelled already', { ...PAID, status: 2 }, '2026-11-20', true, null],
])('staff: %s', (_name, registration, today, isAdmin, expected) => {
  expect(staffCancellation({ ...registration, registrationEndsOn: '2026-11-30', today, isAdmin })).toEqual(
    expected,
  )
})
