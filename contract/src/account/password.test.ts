import { expect, test } from 'vitest'
import { passwordStrength } from './password.ts'

test.each([
  ['abcdefgh', 1],
  ['11112222', 1],
  ['zumbidos', 2],
  ['98173640', 1],
  ['Zumbidos7', 3],
  ['corro aos sábados', 4],
  ['cavalo correto bateria', 4],
] as const)('%s has strength %i', (password, strength) => {
  expect(passwordStrength(password)).toBe(strength)
})
