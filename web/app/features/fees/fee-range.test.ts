import { describe, expect, test } from 'vitest'
import { feeProblem } from '#contract/pricing/price.ts'
import { feeRange } from './fee-range.ts'

const policy = { minFeeFreeCents: 150, minFeePaidCents: 250, maxFeeRate: 2000 }
const problem = (valueCents: number, fee: number) =>
  feeProblem({ valueCents, feeType: 1, feeRate: fee, isIncrement: true }, policy)

describe('the range of a service fee', () => {
  test.each([
    ['a free kit', 0, { least: 150, most: null }],
    ['a paid kit', 12_990, { least: 250, most: 2598 }],
    ['a share that is not whole, rounded down', 12_999, { least: 250, most: 2599 }],
    ['a kit so cheap that the least is more than the share', 500, { least: 250, most: 250 }],
  ])('of %s', (_what, value, range) => {
    expect(feeRange(value, policy)).toEqual(range)
  })

  test.each([0, 500, 1250, 1251, 12_990, 12_999, 100_000])(
    'gives the bounds that an event is checked against, at %i cents',
    (value) => {
      const { least, most } = feeRange(value, policy)
      expect(problem(value, least)).toBeNull()
      expect(problem(value, least - 1)).not.toBeNull()
      if (most === null) return
      expect(problem(value, most)).toBeNull()
      expect(problem(value, most + 1)).not.toBeNull()
    },
  )
})
