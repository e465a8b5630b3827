import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  formatBasisPoints,
  formatCents,
  formatDecimal,
  percentOf,
  roundedDivision,
  toCents,
  toDecimal,
} from './money.ts'

const cents = fc.integer({ min: -9_999_999_999, max: 9_999_999_999 })

describe('the format of the API', () => {
  test.each([
    [0, '0.00'],
    [5, '0.05'],
    [50, '0.50'],
    [12_990, '129.90'],
    [-1_000, '-10.00'],
    [123_456_789, '1234567.89'],
  ])('%i ↔ %s', (amount, decimal) => {
    expect(toDecimal(amount)).toBe(decimal)
    expect(toCents(decimal)).toBe(amount)
  })

  test.each([
    ['129.9', 12_990],
    ['129,90', 12_990],
    [' 129 ', 12_900],
    [129.9, 12_990],
    ['-5', -500],
  ])('reads %s', (text, amount) => {
    expect(toCents(text)).toBe(amount)
  })

  test.each(['', 'abc', '1.234', '1.2.3', '1e3', 'NaN', '--1', 'R$ 10', '12345678901'])(
    'refuses %s',
    (text) => {
      expect(toCents(text)).toBeNull()
    },
  )

  test('every amount survives formatting and parsing', () => {
    fc.assert(fc.property(cents, (amount) => toCents(toDecimal(amount)) === amount))
  })
})

test.each([
  [0, 'R$\u00a00,00'],
  [12_990, 'R$\u00a0129,90'],
  [123_456_789, 'R$\u00a01.234.567,89'],
  [-1_050, '-R$\u00a010,50'],
])('%i reads %s', (amount, words) => {
  expect(formatCents(amount)).toBe(words)
  expect(formatDecimal(toDecimal(amount))).toBe(words)
})

test.each([
  [750, '7,5%'],
  [1000, '10%'],
  [1234, '12,34%'],
  [0, '0%'],
])('%i basis points read %s', (rate, words) => {
  expect(formatBasisPoints(rate)).toBe(words)
})

describe('rounding', () => {
  test.each([
    [1, 2, 1],
    [49, 100, 0],
    [50, 100, 1],
    [51, 100, 1],
    [149, 100, 1],
    [150, 100, 2],
  ])('%i / %i is %i', (numerator, denominator, quotient) => {
    expect(roundedDivision(numerator, denominator)).toBe(quotient)
  })

  test('differs by at most one half, and rounds a half up', () => {
    const amount = fc.integer({ min: 0, max: 100_000_000 })
    const rate = fc.integer({ min: 0, max: 10_000 })
    fc.assert(
      fc.property(amount, rate, (value, basisPoints) => {
        const off = 2 * (percentOf(value, basisPoints) * 10_000 - value * basisPoints)
        return off > -10_000 && off <= 10_000
      }),
    )
  })
})
