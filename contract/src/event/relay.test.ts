import { expect, test } from 'vitest'
import {
  incompleteWords,
  legNames,
  legWords,
  relayWords,
  type TeamRule,
  teamRuleProblem,
  teamSizeProblem,
  teamWord,
} from './relay.ts'

test.each([
  [2, 'Dupla'],
  [3, 'Trio'],
  [4, 'Quarteto'],
  [5, 'Equipe de 5'],
  [8, 'Equipe de 8'],
])('a team of %i is called %s', (size, word) => {
  expect(teamWord(size)).toBe(word)
})

test.each([
  [null, 'any', null],
  [2, 'any', 'Dupla'],
  [4, 'women', 'Quarteto · Só mulheres'],
  [5, 'mixed', 'Equipe de 5 · Ao menos um homem e uma mulher'],
] as const)('a category of %s and %s is described as %s', (team_size, team_rule, words) => {
  expect(relayWords({ team_size, team_rule })).toBe(words)
})

test.each([
  [2, 2, null],
  [2, 1, 'Uma dupla tem 2 pessoas: adicione mais 1 participante.'],
  [4, 1, 'Um quarteto tem 4 pessoas: adicione mais 3 participantes.'],
  [3, 5, 'Um trio tem 3 pessoas: 2 participantes estão a mais nesta categoria.'],
  [6, 7, 'Uma equipe de 6 tem 6 pessoas: 1 participante está a mais nesta categoria.'],
])('of a team of %i with %i people', (size, count, problem) => {
  expect(teamSizeProblem(size, count)).toBe(problem)
})

test.each<[TeamRule, number[], string | null]>([
  ['any', [0, 0], null],
  ['men', [0, 0], null],
  ['men', [0, 1], 'Esta equipe é só de homens.'],
  ['women', [1, 1], null],
  ['women', [1, 0], 'Esta equipe é só de mulheres.'],
  ['mixed', [0, 1, 0, 0], null],
  ['mixed', [0, 0], 'Esta equipe precisa de ao menos um homem e uma mulher.'],
  ['mixed', [1, 1], 'Esta equipe precisa de ao menos um homem e uma mulher.'],
])('the rule %s with the sexes %j', (rule, sexes, problem) => {
  expect(teamRuleProblem(rule, sexes)).toBe(problem)
})

test('legs are named by line or numbered', () => {
  expect(legNames(' Praia \n\nSerra\n')).toEqual(['Praia', 'Serra'])
  expect(legNames('')).toEqual([])
  expect([legWords(1, 'Praia'), legWords(2, null)]).toEqual(['Trecho 1 · Praia', 'Trecho 2'])
})

test('a team is incomplete below its size', () => {
  expect(incompleteWords({ active: 1, size: 2 })).toBe('Equipe incompleta: 1 de 2')
  expect(incompleteWords({ active: 2, size: 2 })).toBeNull()
})
