import { describe, expect, test } from 'vitest'
import { boundProblems, type FeeAmounts } from '#contract/fees/fee-bounds.ts'
import { effectiveFees, ownPart } from './fees.ts'

const fees = (free: number, paid: number, setup: number, most: number): FeeAmounts => ({
  min_fee_free_cents: free,
  min_fee_paid_cents: paid,
  setup_fee_cents: setup,
  max_fee_bp: most,
})
const BOUNDS = fees(100, 250, 5000, 2000)
const NOTHING = {
  min_fee_free_cents: null,
  min_fee_paid_cents: null,
  setup_fee_cents: null,
  max_fee_bp: null,
}

describe('the fees in force for an organizer', () => {
  test.each([
    ['nothing set by anybody', null, null, null],
    ['nothing of its own', BOUNDS, null, BOUNDS],
    ['all of it following', BOUNDS, NOTHING, BOUNDS],
    ['within the bounds', BOUNDS, fees(150, 300, 6000, 1000), fees(150, 300, 6000, 1000)],
    ['left behind by bounds that moved', BOUNDS, fees(50, 200, 0, 3000), BOUNDS],
    ['a part', BOUNDS, { ...NOTHING, max_fee_bp: 900 }, fees(100, 250, 5000, 900)],
    ['without an enterprise’s', null, { ...NOTHING, min_fee_paid_cents: 9 }, fees(0, 9, 0, 10_000)],
  ])('%s', (_, bounds, own, counts) => {
    expect(effectiveFees(bounds, own)).toEqual(counts)
  })

  test('bounds are inclusive; fees beyond them are rejected with the bound in the message', () => {
    expect(boundProblems(BOUNDS, BOUNDS)).toEqual([])
    expect(boundProblems(BOUNDS, fees(99, 249, 4999, 2001))).toEqual([
      { field: 'min_fee_free', message: expect.stringMatching(/maior ou igual a R\$\s1,00, o mínimo/) },
      { field: 'setup_fee', message: expect.stringMatching(/maior ou igual a R\$\s50,00, o mínimo/) },
      { field: 'min_fee_paid', message: expect.stringMatching(/maior ou igual a R\$\s2,50, o mínimo/) },
      { field: 'max_fee_percentage', message: expect.stringMatching(/menor ou igual a 20%, o máximo/) },
    ])
    expect(boundProblems(null, fees(0, 0, 0, 10_000))).toEqual([])
  })

  test("fees equal to the enterprise's follow it", () => {
    expect(ownPart(BOUNDS, BOUNDS)).toEqual(NOTHING)
    expect(ownPart(BOUNDS, { ...BOUNDS, max_fee_bp: 1500 })).toEqual({ ...NOTHING, max_fee_bp: 1500 })
    expect(ownPart(null, BOUNDS)).toEqual(BOUNDS)
  })
})
