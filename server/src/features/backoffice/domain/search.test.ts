import { expect, test } from 'vitest'
import { personPatterns } from './search.ts'

test.each([
  ['  João  da SILVA ', ['%joao%', '%da%', '%silva%']],
  ['529.982.247-25', ['%52998224725%']],
  ['529.982', ['%529982%']],
  ['ana.lima@exemplo.test', ['%ana.lima@exemplo.test%']],
  ['100%_\\', ['%100\\%\\_\\\\%']],
  ['...', []],
  ['', []],
  [undefined, []],
  ['a b c d e f g h i j', ['%a%', '%b%', '%c%', '%d%', '%e%', '%f%', '%g%', '%h%']],
])('%j', (typed, patterns) => {
  expect(personPatterns(typed)).toEqual(patterns)
})
