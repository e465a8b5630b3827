import { expect, test } from 'vitest'
import { isPersonal } from './use-list-search.ts'

test.each([
  ['529.982.247-25', true],
  ['52998224725', true],
  ['529 982 247 25', true],
  ['5299', true],
  ['maria 529.982', true],
  ['ana.3770fytg@exemplo.test', true],
  ['ana@', true],
  ['Maria 2', false],
  ['maria123', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(isPersonal(text)).toBe(expected)
})
