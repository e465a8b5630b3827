import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chargeLines, type StoredLine } from './price-lines.ts'

const KIT: StoredLine = { kind: 'kit', label: 'Kit', amount_cents: 10_000 }
const FEE: StoredLine = { kind: 'fee', label: 'Taxa de serviço', amount_cents: 1_000 }

test.each([
  ['the whole price', 11_000, 0, []],
  ['the difference after an edit', 4_000, 7_000, [['Já pago', -7_000]]],
  [
    'the first payment, seen after an edit to a dearer kit',
    7_000,
    0,
    [['Diferença acertada à parte', -4_000]],
  ],
  [
    'the first payment, seen after an edit to a cheaper kit',
    15_000,
    0,
    [['Diferença acertada à parte', 4_000]],
  ],
  [
    'the second of three payments',
    2_000,
    7_000,
    [
      ['Já pago', -7_000],
      ['Diferença acertada à parte', -2_000],
    ],
  ],
  ['a duplicate of the whole price', 11_000, 11_000, []],
] as const)('the lines explain %s', (_name, amount_cents, paid_before_cents, expected) => {
  const price_lines = [KIT, FEE]
  const lines = chargeLines({ price_lines, amount_cents, paid_before_cents })
  expect(lines.slice(0, 2)).toEqual(price_lines)
  expect(lines.slice(2)).toEqual(
    expected.map(([label, cents]) => ({ kind: 'difference', label, amount_cents: cents })),
  )
})

test('the lines add up to the amount, and none is 0', () => {
  const cents = fc.integer({ min: 0, max: 10_000_000 })
  const line = fc
    .integer({ min: -10_000_000, max: 10_000_000 })
    .map((amount_cents) => ({ ...KIT, amount_cents }))
  fc.assert(
    fc.property(fc.array(line), cents, cents, (price_lines, amount_cents, paid_before_cents) => {
      const lines = chargeLines({ price_lines, amount_cents, paid_before_cents })
      const added = lines.slice(price_lines.length)
      return (
        lines.reduce((sum, one) => sum + one.amount_cents, 0) === amount_cents &&
        added.every((one) => one.amount_cents !== 0)
      )
    }),
  )
})
