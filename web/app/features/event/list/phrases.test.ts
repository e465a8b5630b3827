import { expect, test } from 'vitest'
import { phrasesFor } from './phrases.ts'

test.each([
  ['', ['Neste fim de semana', 'Grátis']],
  ['fim', ['Neste fim de semana', 'Próximo fim de semana']],
  ['GRA', ['Grátis']],
  ['até r$', ['Até R$ 60']],
  ['j', ['Em janeiro', 'Em junho']],
  ['em d', ['Em dezembro']],
  ['xyz', []],
])('%s', (typed, expected) => {
  expect(phrasesFor(typed, '2026-11-28')).toEqual(expected)
})
