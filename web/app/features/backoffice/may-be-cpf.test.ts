import { expect, test } from 'vitest'
import { mayBeCpf } from './use-list-search.ts'

test.each([
  ['529.982.247-25', true],
  ['52998224725', true],
  ['529 982 247 25', true],
  ['5299', true],
  ['maria 529.982', true],
  ['ana.3770fytg@exemplo.test', false],
  ['Maria 2', false],
  ['maria123', false],
  ['', false],
])('%s: %s', (text, expected) => {
  expect(mayBeCpf(text)).toBe(expected)
})
