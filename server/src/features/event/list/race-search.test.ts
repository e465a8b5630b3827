import { readFile } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import { plainText } from '#contract/words.ts'
import { raceSearch } from './race-search.ts'
import { raceTerms } from './race-terms.ts'

// A Sunday.
const TODAY = '2026-06-14'

const wordsOf = (typed: string) =>
  raceTerms(raceSearch(typed, TODAY).rest, TODAY)?.map(({ word }) => word) ?? []

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
    ['corrida de graça', 0, ['corrida']],
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
    ['fim de semana que vem', TODAY, { from: '2026-06-20', to: '2026-06-21' }],
    ['no final de semana que vem', '2026-06-20', { from: '2026-06-27', to: '2026-06-28' }],
    ['nesse fds que vem', '2026-06-20', { from: '2026-06-27', to: '2026-06-28' }],
  ])('%s on %s', (typed, today, weekend) => {
    expect(raceSearch(typed, today).weekend).toEqual(weekend)
  })

  test('other words remain', () => {
    expect(wordsOf('noturna 10 km neste fim de semana até R$ 60')).toEqual([null, 'noturna'])
    expect(wordsOf('noturna fim de semana que vem')).toEqual(['noturna'])
  })

  test.each(['semana', 'fim', 'corrida da semana santa'])('%s is none', (typed) => {
    expect(raceSearch(typed, TODAY).weekend).toBeNull()
  })
})

describe('near a city', () => {
  test.each([
    ['perto de Campinas', 'campinas', null, []],
    ['corrida perto de São José dos Campos até R$ 60', 'sao jose dos campos', null, ['corrida']],
    ['10 km próximo de Campinas SP em dezembro', 'campinas', 'SP', [null, null]],
    ['perto do Rio de Janeiro 5k', 'rio de janeiro', null, [null]],
    ['perto de Campinas, 5k', 'campinas', null, [null]],
    ['perto de Campinas, SP', 'campinas', 'SP', []],
    ['perto de Campinas/SP, noturna', 'campinas', 'SP', ['noturna']],
    ['perto de Campinas (SP) 10 km', 'campinas', 'SP', [null]],
    ['perto de Campinas - SP em dezembro', 'campinas', 'SP', [null]],
    ['perto de Campinas-sp', 'campinas', 'SP', []],
    ['perto de Santa Bárbara d’Oeste', "santa barbara d'oeste", null, []],
  ])('%s', (typed, city, state, words) => {
    expect(raceSearch(typed, TODAY).near).toEqual({ city, state })
    expect(wordsOf(typed)).toEqual(words)
  })

  test('the suggestion of every municipality is understood', async () => {
    const file = new URL('../../../../data/municipalities.json', import.meta.url)
    const { cities } = JSON.parse(await readFile(file, 'utf8')) as {
      cities: { name: string; state_code: string }[]
    }
    const wrong = cities.filter(({ name, state_code: state }) => {
      const { near } = raceSearch(`Perto de ${name} ${state}`, TODAY)
      return near?.city !== plainText(name) || near.state !== state
    })
    expect(wrong).toEqual([])
  })

  test.each(['Campinas', 'perto', 'próximo fim de semana'])('%s is none', (typed) => {
    expect(raceSearch(typed, TODAY).near).toBeNull()
  })
})
