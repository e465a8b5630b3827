import { expect, test } from 'vitest'
import { indexRaces, suggest } from './suggestions.ts'

const race = (title: string, city: string | null, ...distances: string[]) => ({
  slug: title.toLowerCase(),
  title,
  city,
  state_code: city && 'SP',
  event_on: '2026-12-12',
  distances,
})
const INDEX = indexRaces([
  race('Maratona de São Paulo', 'São Paulo', '42 km', '10 km'),
  race('Noturna do Centro', 'São Paulo', '10 km', '10 km', '5,5 km'),
  race('Corrida Rosa', 'Campinas', '10 km'),
  race('Corrida Virtual', null, 'Caminhada 3 km'),
])
const found = (typed: string) => {
  const { races, cities, distances } = suggest(INDEX, typed)
  return [
    races.map(({ title }) => title),
    cities.map(({ name, count }) => `${name} ${count}`),
    distances.map(({ name, count }) => `${name} ${count}`),
  ]
}

test.each([
  ['mar', [['Maratona de São Paulo'], [], []]],
  ['SAO', [['Maratona de São Paulo', 'Noturna do Centro'], ['São Paulo 2'], []]],
  ['paulo noturna', [['Noturna do Centro'], [], []]],
  ['aulo', [[], [], []]],
  ['perto de camp', [[], ['Campinas 1'], []]],
  ['Próximo de São', [[], ['São Paulo 2'], []]],
  ['perto', [[], ['São Paulo 2', 'Campinas 1'], []]],
  ['perto de ', [[], ['São Paulo 2', 'Campinas 1'], []]],
  ['perto de mim', [[], [], []]],
  ['camp', [['Corrida Rosa'], ['Campinas 1'], []]],
  ['10k', [[], [], ['10 km 3']]],
  ['5.5 k', [[], [], ['5,5 km 1']]],
  ['5,5 quilometros', [[], [], ['5,5 km 1']]],
  ['55', [[], [], []]],
  ['caminhada 3k', [[], [], ['Caminhada 3 km 1']]],
  ['cami', [[], [], ['Caminhada 3 km 1']]],
  ['%(', [[], ['São Paulo 2', 'Campinas 1'], ['10 km 3', '42 km 1', '5,5 km 1', 'Caminhada 3 km 1']]],
  ['', [[], ['São Paulo 2', 'Campinas 1'], ['10 km 3', '42 km 1', '5,5 km 1', 'Caminhada 3 km 1']]],
])('%s', (typed, expected) => {
  expect(found(typed)).toEqual(expected)
})

test('a distance is counted once for each race, however it is written', () => {
  const index = indexRaces([
    race('Primeira', null, '5K', '5 km', '55 km'),
    race('Segunda', null, '5km', '5,5 km'),
    race('Terceira', null, '5 Km', '5.5K', 'Caminhada 5 quilômetros'),
    race('Quarta', null, 'caminhada 5K'),
  ])
  expect(suggest(index, '').distances.map(({ name, count }) => `${name} ${count}`)).toEqual([
    '5 km 3',
    '5,5 km 2',
    'Caminhada 5 quilômetros 2',
    '55 km 1',
  ])
  expect(suggest(index, 'caminhada 5 km').distances).toEqual([{ name: 'Caminhada 5 quilômetros', count: 2 }])
})
