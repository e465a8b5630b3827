import { expect, test } from 'vitest'
import { EVERYBODY } from '#contract/pricing/eligibility.ts'
import { saysRule } from './eligibility-words.ts'

test.each([
  ['18 a 24 Feminino', { sex: 1, min_age: 18, max_age: 24 }, true],
  ['Dupla Masculina', { sex: 0 }, true],
  ['60+', { min_age: 60 }, true],
  ['Geral', { sex: 1 }, false],
  ['60+', { sex: 1, min_age: 60 }, false],
  ['60+', { min_age: 60, max_age: 69 }, false],
  ['Até 17', { max_age: 17 }, false],
])('whether %s says %j: %s', (name, rule, expected) => {
  expect(saysRule(name, { ...EVERYBODY, ...rule })).toBe(expected)
})
