import { expect, test } from 'vitest'
import { searchedNumbers } from './searched-numbers.ts'

test.each([
  ['1293', 1293, null],
  ['Nº 1293', 1293, null],
  ['nº1293', 1293, null],
  ['#1293', 1293, null],
  ['Inscrição 1293', 1293, null],
  ['pedido nº 1293', 1293, null],
  ['(11) 98765-4321', null, '11987654321'],
  ['+55 11 98765-4321', null, '11987654321'],
  ['98765-4321', null, '987654321'],
  ['11987654321', 11987654321, '11987654321'],
  ['529.982.247-25', null, '52998224725'],
  ['maria 12', null, null],
  ['1234567890123', null, null],
  ['', null, null],
])('%s names the number %s and the phone %s', (typed, id, phone) => {
  expect(searchedNumbers(typed)).toEqual({ id, phone })
})
