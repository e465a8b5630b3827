import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type Discount, discountOf } from './discount.ts'
import { type KitPrice, serviceFee } from './kit-total.ts'
import { feeProblem, priceOf } from './price.ts'

const kit = (changes: Partial<KitPrice> = {}) => ({
  name: 'Kit',
  valueCents: 10_000,
  feeType: 0 as const,
  feeRate: 1000,
  isIncrement: true,
  ...changes,
})
const percent = (value: number): Discount & { code: string } => ({ type: 0, value, code: 'CUPOM' })
const fixed = (value: number): Discount & { code: string } => ({ type: 1, value, code: 'CUPOM' })

describe('the total', () => {
  test.each<
    [
      string,
      Partial<KitPrice>,
      ReturnType<typeof fixed> | null,
      { discount: number; fee: number; total: number },
    ]
  >([
    ['fee on top', {}, null, { discount: 0, fee: 1_000, total: 11_000 }],
    ['fee borne by the organizer', { isIncrement: false }, null, { discount: 0, fee: 1_000, total: 10_000 }],
    ['fixed fee', { feeType: 1, feeRate: 450 }, null, { discount: 0, fee: 450, total: 10_450 }],
    [
      'percent coupon; the fee stays that of the full value',
      {},
      percent(2_500),
      {
        discount: 2_500,
        fee: 1_000,
        total: 8_500,
      },
    ],
    ['fixed coupon', {}, fixed(3_000), { discount: 3_000, fee: 1_000, total: 8_000 }],
    ['fixed coupon over the value', {}, fixed(99_999), { discount: 10_000, fee: 1_000, total: 1_000 }],
    [
      'a coupon of everything, without fee on top',
      { isIncrement: false },
      percent(10_000),
      {
        discount: 10_000,
        fee: 1_000,
        total: 0,
      },
    ],
    [
      'half a cent of discount goes up',
      { valueCents: 4_990, feeRate: 0 },
      percent(750),
      {
        discount: 374,
        fee: 0,
        total: 4_616,
      },
    ],
    [
      'half a cent of fee goes up',
      { valueCents: 50, feeRate: 100 },
      null,
      { discount: 0, fee: 1, total: 51 },
    ],
    [
      'a free kit takes no coupon',
      { valueCents: 0, feeRate: 0 },
      fixed(1_000),
      { discount: 0, fee: 0, total: 0 },
    ],
    [
      'a free kit may cost a fee',
      { valueCents: 0, feeType: 1, feeRate: 500 },
      null,
      {
        discount: 0,
        fee: 500,
        total: 500,
      },
    ],
  ])('%s', (_name, changes, discount, expected) => {
    const price = priceOf(kit(changes), discount)
    expect({ discount: price.discountCents, fee: price.feeCents, total: price.totalCents }).toEqual(expected)
  })
})

test('one line for each reason, in order, none for zero', () => {
  expect(priceOf(kit(), percent(1_000)).lines).toEqual([
    { kind: 'kit', label: 'Kit', amountCents: 10_000 },
    { kind: 'coupon', label: 'Cupom CUPOM', amountCents: -1_000 },
    { kind: 'fee', label: 'Taxa de serviço', amountCents: 1_000 },
  ])
  expect(priceOf(kit({ isIncrement: false }), percent(0)).lines.map(({ kind }) => kind)).toEqual(['kit'])
})

describe('of any kit and coupon', () => {
  const anyKit = fc.record({
    name: fc.constant('Kit'),
    valueCents: fc.integer({ min: 0, max: 10_000_000 }),
    feeType: fc.constantFrom(0 as const, 1 as const),
    feeRate: fc.integer({ min: 0, max: 10_000 }),
    isIncrement: fc.boolean(),
  })
  const anyDiscount = fc.option(
    fc.record({
      code: fc.constant('CUPOM'),
      type: fc.constantFrom(0 as const, 1 as const),
      value: fc.integer({ min: 0, max: 10_000 }),
    }),
  )
  const holds = (property: (given: ReturnType<typeof priceOf>, k: KitPrice) => boolean) =>
    fc.assert(
      fc.property(anyKit, anyDiscount, (k, discount) => property(priceOf(k, discount), k)),
      { numRuns: 500 },
    )

  test('the lines add up to the total', () =>
    holds(({ lines, totalCents }) => lines.reduce((sum, line) => sum + line.amountCents, 0) === totalCents))
  test('the discount lies between nothing and the value', () =>
    holds(({ discountCents, valueCents }) => discountCents >= 0 && discountCents <= valueCents))
  test('the total is never negative', () => holds(({ totalCents }) => totalCents >= 0))
  test('everything is whole cents', () =>
    holds((price) =>
      [price.valueCents, price.discountCents, price.feeCents, price.totalCents].every(Number.isSafeInteger),
    ))
  test('the coupon never changes the fee', () => holds((price, k) => price.feeCents === serviceFee(k)))
  test('a greater coupon never costs more', () => {
    fc.assert(
      fc.property(fc.nat(10_000_000), fc.nat(10_000), fc.nat(10_000), (value, a, b) => {
        const [less, more] = [Math.min(a, b), Math.max(a, b)]
        return discountOf(value, percent(less)) <= discountOf(value, percent(more))
      }),
    )
  })
})

describe('the bounds of an enterprise', () => {
  const policy = { minFeeFreeCents: 100, minFeePaidCents: 250, maxFeeRate: 2_000 }
  test.each<[string, Partial<KitPrice>, string | null]>([
    ['within', {}, null],
    ['at the most percent', { feeRate: 2_000 }, null],
    ['over the most percent', { feeRate: 2_001 }, 'A taxa é maior que o percentual máximo permitido.'],
    [
      'under the least of a paid kit',
      { valueCents: 2_000 },
      'A taxa é menor que a taxa mínima de kits pagos.',
    ],
    [
      'a fixed fee over the share',
      { feeType: 1, feeRate: 2_001 },
      'A taxa é maior que o percentual máximo permitido.',
    ],
    ['the least fee of a cheap kit is always allowed', { valueCents: 500, feeType: 1, feeRate: 250 }, null],
    [
      'a free kit under its least',
      { valueCents: 0, feeType: 1, feeRate: 99 },
      'A taxa é menor que a taxa mínima de kits gratuitos.',
    ],
    ['a free kit at its least', { valueCents: 0, feeType: 1, feeRate: 100 }, null],
  ])('%s', (_name, changes, problem) => {
    expect(feeProblem(kit(changes), policy)).toBe(problem)
  })
})
