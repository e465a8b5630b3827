import { describe, expect, test } from 'vitest'
import { raceSearch } from './race-search.ts'

// A Sunday.
const TODAY = '2026-06-14'

const wordsOf = (typed: string) => raceSearch(typed, TODAY).terms?.map(({ word }) => word) ?? []

describe('a price', () => {
  test.each([
    ['até R$ 60', 6_000, []],
    ['ATÉ R$60,00', 6_000, []],
    ['até 60 reais', 6_000, []],
    ['R$ 59,90', 5_990, []],
    ['corrida até 60', 6_000, ['corrida']],
    ['corrida por menos de R$ 1.200 em Campinas', 120_000, ['corrida', 'em', 'campinas']],
    ['60 reais', 6_000, []],
    ['1 real', 100, []],
    ['grátis', 0, []],
    ['corrida gratuita', 0, ['corrida']],
    ['gratuitas até R$ 60', 0, []],
  ])('%s', (typed, cents, words) => {
    expect(raceSearch(typed, TODAY).atMostCents).toBe(cents)
    expect(wordsOf(typed)).toEqual(words)
  })

  test.each([
    'até 21 km',
    '10k',
    'até 20 de dezembro',
    'Corrida 60 anos',
    'montreal',
    '2026',
    'realengo',
    'até',
  ])('%s is none', (typed) => expect(raceSearch(typed, TODAY).atMostCents).toBeNull())
})

describe('weekends', () => {
  const every = { from: TODAY, to: null }
  test.each([
    ['fim de semana', TODAY, every],
    ['corrida no final de semana', TODAY, every],
    ['fds', TODAY, every],
    ['este fim de semana', TODAY, { from: TODAY, to: TODAY }],
    ['neste fim de semana', '2026-06-15', { from: '2026-06-20', to: '2026-06-21' }],
    ['nesse fim de semana', '2026-06-20', { from: '2026-06-20', to: '2026-06-21' }],
    ['próximo fim de semana', '2026-06-18', { from: '2026-06-20', to: '2026-06-21' }],
    ['no próximo fim de semana', '2026-06-20', { from: '2026-06-27', to: '2026-06-28' }],
    ['próximo fim de semana', TODAY, { from: '2026-06-20', to: '2026-06-21' }],
  ])('%s on %s', (typed, today, weekend) => {
    expect(raceSearch(typed, today).weekend).toEqual(weekend)
  })

  test('other words remain', () => {
    expect(wordsOf('noturna 10 km neste fim de semana até R$ 60')).toEqual([null, 'noturna'])
  })

  test.each(['semana', 'fim', 'corrida da semana santa'])('%s is none', (typed) => {
    expect(raceSearch(typed, TODAY).weekend).toBeNull()
  })
})

describe('near a city', () => {
  test.each([
    ['perto de Campinas', 'campinas', []],
    ['corrida perto de São José dos Campos até R$ 60', 'sao jose dos campos', ['corrida']],
    ['10 km próximo de Campinas SP em dezembro', 'campinas sp', [null, null]],
    ['perto do Rio de Janeiro 5k', 'rio de janeiro', [null]],
  ])('%s', (typed, city, words) => {
    expect(raceSearch(typed, TODAY).near).toBe(city)
    expect(wordsOf(typed)).toEqual(words)
  })

  test.each(['Campinas', 'perto', 'próximo fim de semana'])('%s is none', (typed) => {
    expect(raceSearch(typed, TODAY).near).toBeNull()
  })
})
