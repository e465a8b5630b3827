import { expect, test } from 'vitest'
import { kitLeftWords } from './stock-words.ts'

const sizes = (...quantities: (number | null)[]) =>
  quantities.map((quantity, id) => ({ id, size: `T${id}`, quantity, width_cm: null, length_cm: null }))

test.each([
  ['enough', null, sizes(20, 30), null],
  ['none', 0, sizes(0, 0), null],
  ['one', 1, sizes(), 'Última unidade'],
  ['a few without sizes', 4, sizes(), 'Últimas 4 unidades'],
  ['fewer than of the sizes', 2, sizes(20, null), 'Últimas 2 unidades'],
  ['its only size says it', 4, sizes(4), null],
  ['fewer than of its only size', 2, sizes(4), 'Últimas 2 unidades'],
])('what is left of a kit: %s', (_name, left, shirt_sizes, words) => {
  expect(kitLeftWords({ left, shirt_sizes })).toBe(words)
})
