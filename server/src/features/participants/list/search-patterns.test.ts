import { expect, test } from 'vitest'
import { searchPatterns } from './search-patterns.ts'

test.each([
  ['João  SILVA', ['%joao%', '%silva%']],
  ['123.456.789-09', ['%12345678909%']],
  ['456.789', ['%456789%']],
  ['ana@exemplo.com', ['%ana@exemplo.com%']],
  ['Li', ['% li%']],
  ['50%_\\', ['%50\\%\\_\\\\%']],
  ['   ', []],
  [undefined, []],
])('%s', (typed, patterns) => {
  expect(searchPatterns(typed)).toEqual(patterns)
})
