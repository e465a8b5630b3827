import { expect, test } from 'vitest'
import { kitContents } from './kit-contents.ts'

const kit = (name: string, description: string | null, sizes: readonly string[] = []) => ({
  name,
  description,
  shirt_sizes: sizes.map((size, id) => ({ id, size, quantity: null, width_cm: null, length_cm: null })),
})
const COMPLETE = kit('Kit Completo', 'Camiseta, sacochila, número de peito, chip e medalha.')

test.each([
  [COMPLETE, ['shirt', 'bib', 'medal', 'bag']],
  [kit('Kit sem camiseta', 'Número de peito e medalha.'), ['bib', 'medal']],
  [kit('Kit', null, ['P', 'M']), ['shirt']],
  [kit('Inscrição', null), ['bib']],
  [kit('Kit Sol', 'Boné e garrafa.'), ['cap', 'cup']],
  [kit('Kit 60+', 'O Kit Completo com 50% de desconto.'), ['shirt', 'bib', 'medal', 'bag']],
])('%o contains %o', (one, contents) => {
  expect(kitContents(one, [COMPLETE, one])).toEqual(contents)
})
