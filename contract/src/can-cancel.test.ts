import { expect, test } from 'vitest'
import { canCancel } from './can-cancel.ts'

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
