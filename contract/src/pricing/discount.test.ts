import { expect, test } from 'vitest'
import { DISCOUNT_TYPE, discountProblem } from './discount.ts'

test.each<[string, number, string | null]>([
  ['exactly 100%', 10_000, null],
  ['more than 100%', 10_001, 'O desconto não pode passar de 100%.'],
])('a coupon of %s', (_, value, problem) => {
  expect(discountProblem({ type: DISCOUNT_TYPE.percent, value })).toBe(problem)
})
