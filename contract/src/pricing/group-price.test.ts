import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { groupDiscountOf, groupRate, nextStep, sharedFreePlaces } from './group-price.ts'
import { lowestPrice, priceOf } from './price.ts'

const STEPS = [
  { minMembers: 10, rate: 1_000 },
  { minMembers: 20, rate: 500 },
  { minMembers: 30, rate: 2_000 },
]

describe('the rate of a group', () => {
  test.each([
    [9, 0, 10],
    [10, 1_000, 30],
    [11, 1_000, 30],
    [25, 1_000, 30],
    [30, 2_000, undefined],
  ])('of %i members is %i, the next step is at %s', (members, rate, next) => {
    expect(groupRate(STEPS, members)).toBe(rate)
    expect(nextStep(STEPS, members)?.minMembers).toBe(next)
  })
})

describe('the discount of a group', () => {
  test.each([
    ['alone', { rightCents: 0, couponCents: 0, stackable: false }, 1_000],
    ['beyond a smaller coupon', { rightCents: 0, couponCents: 400, stackable: false }, 600],
    ['not beside a greater coupon', { rightCents: 0, couponCents: 1_500, stackable: false }, 0],
    ['not beside half price by law', { rightCents: 5_000, couponCents: 0, stackable: false }, 0],
    ['of what a stackable right leaves', { rightCents: 5_000, couponCents: 0, stackable: true }, 500],
    ['of the rest, beyond its coupon', { rightCents: 5_000, couponCents: 200, stackable: true }, 300],
  ])('%s', (_name, others, expected) => {
    expect(groupDiscountOf({ valueCents: 10_000, ...others }, 1_000)).toBe(expected)
  })

  const KIT = { name: 'Kit', valueCents: 10_000, feeType: 0, feeRate: 1_000, isIncrement: true } as const
  test('is a line of the price, which keeps the fee', () => {
    expect(priceOf(KIT, null, null, { rate: 1_000, freeCents: 900 })).toMatchObject({
      discountCents: 1_900,
      feeCents: 1_000,
      totalCents: 9_100,
      lines: [
        { kind: 'kit' },
        { kind: 'group', label: 'Preço de grupo (10%)', amountCents: -1_000, rate: 1_000 },
        { kind: 'group_free', amountCents: -900 },
        { kind: 'fee' },
      ],
    })
  })

  test('never costs more, nor leaves a negative value', () => {
    const cents = fc.nat(100_000)
    const right = fc.record({
      id: fc.constant(1),
      name: fc.constant('PCD'),
      rate: fc.nat(10_000),
      base: fc.constant('kit' as const),
      stackable: fc.boolean(),
    })
    const coupon = fc.record({ code: fc.constant('C'), type: fc.constant(0 as const), value: fc.nat(10_000) })
    fc.assert(
      fc.property(
        cents,
        fc.array(right),
        fc.option(coupon),
        fc.nat(9_000),
        cents,
        (valueCents, rights, code, rate, freeCents) => {
          const price = (group = { rate: 0, freeCents: 0 }) =>
            lowestPrice({ ...KIT, valueCents }, { rights, coupon: code, group }).price
          const [single, together] = [price(), price({ rate, freeCents })]
          expect(together.totalCents).toBeLessThanOrEqual(single.totalCents)
          expect(together.discountCents).toBeLessThanOrEqual(valueCents)
          expect(together.lines.reduce((sum, line) => sum + line.amountCents, 0)).toBe(together.totalCents)
        },
      ),
    )
  })
})

describe('free places', () => {
  test.each([
    [[100, 100, 100], 3, 0],
    [[100, 100, 100, 60], 3, 1],
    [[100, 100, 100, 0], 3, 0],
    [[100, 100, 100, 100, 100, 100, 50, 70], 3, 2],
    [[100, 100], null, 0],
  ])('of %j with one for each %s: %i', (kits, every, places) => {
    expect(sharedFreePlaces(kits, every).places).toBe(places)
  })

  test('make the cheapest free, shared by all to the cent', () => {
    fc.assert(
      fc.property(
        fc.array(fc.nat(50_000), { maxLength: 60 }),
        fc.integer({ min: 1, max: 12 }),
        (kits, every) => {
          const { places, shares } = sharedFreePlaces(kits, every)
          const cheapest = kits.filter((cents) => cents > 0).toSorted((a, b) => a - b)
          const free = cheapest.slice(0, places).reduce((sum, cents) => sum + cents, 0)
          expect(shares.reduce((sum, share) => sum + share, 0)).toBe(free)
          for (const [i, share] of shares.entries()) {
            expect(share).toBeGreaterThanOrEqual(0)
            expect(share).toBeLessThanOrEqual(kits[i] ?? 0)
          }
        },
      ),
    )
  })
})
