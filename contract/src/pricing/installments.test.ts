import { expect, test } from 'vitest'
import {
  DEFAULT_INSTALLMENT_RATES,
  type InstallmentRules,
  installmentPlan,
  installmentPlans,
  installmentWords,
  MAX_INSTALLMENTS,
  shareInterest,
} from './installments.ts'

const RULES: InstallmentRules = { max: 12, minimumCents: 1_000, withInterest: true }

test.each([
  ['divides without a rest', [12_000, 3, 0], { interestCents: 0, eachCents: 4_000, lastCents: 4_000 }],
  ['the last has the rest', [35_000, 12, 0], { interestCents: 0, eachCents: 2_916, lastCents: 2_924 }],
  [
    'interest, half a cent up',
    [12_990, 2, 350],
    { interestCents: 455, totalCents: 13_445, eachCents: 6_722, lastCents: 6_723 },
  ],
  ['at once', [12_990, 1, 0], { interestCents: 0, eachCents: 12_990, lastCents: 12_990 }],
] as const)('%s', (_name, [price, count, rate], expected) => {
  expect(installmentPlan(price, count, rate)).toMatchObject(expected)
})

test('an event offers as many installments as it allows and its minimum lets it', () => {
  const counts = (price: number, rules: Partial<InstallmentRules> = {}) =>
    installmentPlans(price, { ...RULES, ...rules }, DEFAULT_INSTALLMENT_RATES).map(({ count }) => count)
  expect(counts(12_000, { max: 1 })).toEqual([1])
  expect(counts(12_000, { max: 3 })).toEqual([1, 2, 3])
  expect(counts(3_000, { withInterest: false })).toEqual([1, 2, 3])
  expect(counts(2_999, { withInterest: false })).toEqual([1, 2])
  expect(counts(500)).toEqual([1])
})

test('only with interest does the runner pay more than the price', () => {
  const totals = (withInterest: boolean) =>
    installmentPlans(10_000, { ...RULES, max: 3, withInterest }, [450, 600]).map((plan) => plan.totalCents)
  expect(totals(true)).toEqual([10_000, 10_450, 10_600])
  expect(totals(false)).toEqual([10_000, 10_000, 10_000])
})

test('every plan adds up, and its interest divides among the items without a rest', {
  tags: 'operation',
}, () => {
  let seed = 7
  const random = (below: number) => {
    seed = (seed * 48_271) % 2_147_483_647
    return seed % below
  }
  for (let i = 0; i < 20_000; i++) {
    const amounts = Array.from({ length: 1 + random(6) }, () => 1 + random(200_000))
    const price = amounts.reduce((sum, amount) => sum + amount, 0)
    const count = 1 + random(MAX_INSTALLMENTS)
    const plan = installmentPlan(price, count, random(3_000))
    expect(plan.eachCents * (count - 1) + plan.lastCents).toBe(price + plan.interestCents)
    expect(plan.lastCents - plan.eachCents).toBeGreaterThanOrEqual(0)
    expect(plan.lastCents - plan.eachCents).toBeLessThan(count)
    const shares = shareInterest(plan.interestCents, amounts)
    expect(shares.reduce((sum, share) => sum + share, 0)).toBe(plan.interestCents)
    expect(Math.min(...shares)).toBeGreaterThanOrEqual(0)
  }
})

test.each([
  ['without interest', 11_000, { ...RULES, max: 3, withInterest: false }, 'em até 3x de R$ 36,66 sem juros'],
  [
    'with interest, 6 % for four',
    10_000,
    { ...RULES, max: 4 },
    'em até 4x de R$ 26,50 com juros, R$ 106,00 no total',
  ],
  [
    'as many as the least installment allows',
    2_999,
    { ...RULES, withInterest: false },
    'em até 2x de R$ 14,99 sem juros',
  ],
  ['at once only', 11_000, { ...RULES, max: 1 }, null],
  ['too little for two', 1_500, { ...RULES, withInterest: false }, null],
])('%s, in words', (_case, cents, rules, words) => {
  expect(installmentWords(cents, rules, DEFAULT_INSTALLMENT_RATES)?.replaceAll('\u00a0', ' ') ?? null).toBe(
    words,
  )
})
