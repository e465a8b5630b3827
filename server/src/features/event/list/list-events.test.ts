import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EventCard, RacePlace, Suggestions } from '#contract/event/event.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrganizer } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

const SAO_PAULO = 3550308
const FLORIANOPOLIS = 4205407
const RIO_BRANCO = 1200401
const PELOTAS = 4314407

// A Sunday noon in Brasília.
const NOW = '2026-06-14T15:00:00Z'

const open = { registrationStartsOn: '2026-05-01', registrationEndsOn: '2026-07-31' }
const race = (title: string, eventOn: string, more: EventOptions = {}) =>
  createEvent(db, { title, eventOn, ...open, ...more })

async function list(query: Record<string, string | number> = {}) {
  const search = new URLSearchParams(Object.entries(query).map(([key, value]) => [key, String(value)]))
  const answer = await app.call('GET', `/events?${search}`)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json<{
    data: EventCard[]
    meta: { total: number; coming: number; last_page: number; current_page: number }
  }>()
}
const titles = async (query: Record<string, string | number> = {}) =>
  (await list(query)).data.map((event) => event.title)

beforeAll(async () => {
  app.deps.clock.set(NOW)
  await race('Maratona de São Paulo', '2026-09-20', { cityId: SAO_PAULO, stateCode: 'SP' })
  await race('Meia Maratona Noturna', '2026-08-01', { cityId: SAO_PAULO, stateCode: 'SP' })
  await race('Volta da Ilha', '2026-08-15', { cityId: FLORIANOPOLIS, stateCode: 'SC' })
  await race('Corrida Três Coroas', '2026-07-05', {
    stateCode: 'RS',
    registrationStartsOn: '2026-06-20',
    registrationEndsOn: '2026-07-01',
  })
  await race('Trail da Serra', '2026-05-10', { registrationEndsOn: '2026-05-09' })
  await race('Caminhada da Saúde', '2026-06-07', { status: 2, registrationEndsOn: '2026-06-05' })
  await race('Corrida das Pontes', '2026-07-12', { capacity: 0 })
  await race('Treino fechado', '2026-08-09', { isPublic: false })
  await race('Corrida cancelada', '2026-08-10', { status: 3 })
  await race('Corrida pausada', '2026-08-11', { status: 0 })
})

describe('order', () => {
  test('open events by date, then other coming ones, then past ones, latest first', async () => {
    expect(await titles()).toEqual([
      'Meia Maratona Noturna',
      'Volta da Ilha',
      'Maratona de São Paulo',
      'Corrida Três Coroas',
      'Corrida das Pontes',
      'Corrida pausada',
      'Caminhada da Saúde',
      'Trail da Serra',
    ])
  })

  test('pages contain each event once', async () => {
    const second = await list({ page: 2, per_page: 3 })
    expect(second.data.map((event) => event.title)).toEqual([
      'Corrida Três Coroas',
      'Corrida das Pontes',
      'Corrida pausada',
    ])
    expect(second.meta).toMatchObject({ current_page: 2, last_page: 3, total: 8 })
    const { coming } = second.meta
    expect(coming).toBeLessThan(8)
    expect(await list({ page: 9, per_page: 3 })).toMatchObject({ data: [], meta: { total: 8, coming } })
  })
})

describe('search by title', () => {
  test.each([
    // The other race takes place in São Paulo.
    ['maratona sao paul', ['Maratona de São Paulo', 'Meia Maratona Noturna']],
    ['MARATONA', ['Meia Maratona Noturna', 'Maratona de São Paulo']],
    ['maratna', ['Meia Maratona Noturna', 'Maratona de São Paulo']],
    ['paulo são', ['Maratona de São Paulo', 'Meia Maratona Noturna']],
    ['tres corôas', ['Corrida Três Coroas']],
    ['corida pontes', ['Corrida das Pontes']],
    ['caminha', ['Caminhada da Saúde']],
    ['saude', ['Caminhada da Saúde']],
    ['treino', []],
    ['cancelada', []],
    ['100%', []],
    ['%', 8],
  ])('%s', async (title, expected) => {
    const found = await titles({ title })
    if (typeof expected === 'number') expect(found).toHaveLength(expected)
    else expect(found).toEqual(expected)
  })

  test('exact matches come before similar ones', async () => {
    await race('Maratoninha Kids', '2026-06-28')
    expect((await titles({ title: 'maratoninha' }))[0]).toBe('Maratoninha Kids')
  })
})

describe('filters', () => {
  test.each([
    [{ state: 'sc' }, ['Volta da Ilha']],
    [{ state: 'SP', city: 'sao paulo' }, ['Meia Maratona Noturna', 'Maratona de São Paulo']],
    [{ city: FLORIANOPOLIS }, ['Volta da Ilha']],
    [{ city: 'Cidade Nenhuma' }, []],
    [{ state: 'ZZ' }, []],
    [
      { date_event_start: '2026-08-15', date_event_end: '20/09/2026' },
      ['Volta da Ilha', 'Maratona de São Paulo'],
    ],
    [{ date_event_end: '2026-05-31' }, ['Trail da Serra']],
    [
      { status: '', state: '', city: '', title: '', date_event_start: '', date_event_end: '2026-05-31' },
      ['Trail da Serra'],
    ],
  ])('%j', async (query, expected) => {
    expect(await titles(query)).toEqual(expected)
  })

  test.each([1, 0])('status %i finds the races that show this status', async (status) => {
    const all = (await list({ per_page: 100 })).data.filter((event) => event.status === status)
    const found = (await list({ status, per_page: 100 })).data
    expect(found).toEqual(all)
    expect(found.length).toBeGreaterThan(2)
  })

  test.each([
    [{ page: 0 }, 'page'],
    [{ per_page: 101 }, 'per_page'],
    [{ status: '2' }, 'status'],
    [{ date_event_start: '31/02/2026' }, 'date_event_start'],
  ])('%j is refused', async (query, field) => {
    const answer = await app.call('GET', `/events?${new URLSearchParams(query as Record<string, string>)}`)
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)).toEqual([field])
  })
})

describe("the registration period is counted in the days of the event's time zone", () => {
  const zones = {
    'America/Noronha': 'em Noronha',
    'America/Sao_Paulo': 'em Brasília',
    'America/Rio_Branco': 'no Acre',
  }

  beforeAll(async () => {
    for (const [timezone, where] of Object.entries(zones))
      await race(`Fuso ${where}`, '2026-11-15', {
        timezone,
        registrationStartsOn: '2026-10-10',
        registrationEndsOn: '2026-11-10',
        cityId: RIO_BRANCO,
      })
    return () => app.deps.clock.set(NOW)
  })

  test.each([
    ['2026-10-10T01:59:00Z', []],
    ['2026-10-10T02:00:00Z', ['em Noronha']],
    ['2026-10-10T03:00:00Z', ['em Noronha', 'em Brasília']],
    ['2026-10-10T05:00:00Z', ['em Noronha', 'em Brasília', 'no Acre']],
    ['2026-11-11T01:59:59Z', ['em Noronha', 'em Brasília', 'no Acre']],
    ['2026-11-11T02:00:00Z', ['em Brasília', 'no Acre']],
    ['2026-11-11T03:00:00Z', ['no Acre']],
    ['2026-11-11T05:00:00Z', []],
  ])('at %s', async (instant, expected) => {
    app.deps.clock.set(instant)
    const found = await list({ title: 'fuso' })
    const said = found.data.filter((event) => event.status === 1).map((event) => event.title)
    expect(said.sort()).toEqual(expected.map((where) => `Fuso ${where}`).sort())
    expect((await titles({ title: 'fuso', status: 1 })).sort()).toEqual(said)
  })
})

describe('an event has a vacancy when some combination of its offer has one', () => {
  const modalities = (modality: number | null, ...categories: (number | null)[]) => [
    {
      name: '5 km',
      capacity: modality,
      categories: categories.map((capacity, i) => ({ name: `C${i}`, capacity })),
    },
  ]
  test.each<[string, EventOptions, string | null]>([
    ['no limits', {}, null],
    ['event full', { capacity: 0 }, 'sold_out'],
    ['modality full', { modalities: modalities(0, null) }, 'sold_out'],
    ['every category full', { modalities: modalities(null, 0, 0) }, 'sold_out'],
    ['one category left', { modalities: modalities(null, 0, 1) }, null],
    [
      'the kit is of the full category',
      { modalities: modalities(null, 0, 1), kits: [{ category: 0 }] },
      'sold_out',
    ],
    ['every kit full', { kits: [{ capacity: 0 }] }, 'sold_out'],
    ['every size full', { kits: [{ sizes: [{ name: 'P', capacity: 0 }] }] }, 'sold_out'],
    [
      'one size left',
      {
        kits: [
          {
            sizes: [
              { name: 'P', capacity: 0 },
              { name: 'M', capacity: 1 },
            ],
          },
        ],
      },
      null,
    ],
    ['the kit left is inactive', { kits: [{ capacity: 0 }, { status: 0 }] }, 'sold_out'],
    ['nothing on offer', { kits: [] }, 'inactive'],
    ['the modality is inactive', { modalities: [{ name: '5 km', status: 0 }] }, 'inactive'],
  ])('%s', async (name, options, reason) => {
    const title = `Vagas ${name}`
    const event = await race(title, '2026-10-01', options)
    const answer = await app.call('GET', `/events/${event.id}`)
    expect(answer.json().data).toMatchObject({ status: reason ? 0 : 1, closed_reason: reason })
    expect(await titles({ title, status: 1 })).toEqual(
      reason ? expect.not.arrayContaining([title]) : expect.arrayContaining([title]),
    )
  })
})

describe('cities with coming races', () => {
  const cities = async (state: string) => {
    const answer = await app.call('GET', `/events/cities?state=${state}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: { id: number; nome: string }[] }>().data
  }

  test('are listed once each, by name, with coming races of the public list only', async () => {
    const [joinville, lages, criciuma] = [4209102, 4209300, 4204608]
    for (const [cityId, more] of [
      [joinville, {}],
      [joinville, {}],
      [lages, { eventOn: '2026-06-13' }],
      [criciuma, { isPublic: false }],
      [criciuma, { status: 3 }],
    ] as const)
      await race('Prova catarinense', '2026-06-14', { cityId, stateCode: 'SC', ...more })
    expect(await cities('sc')).toEqual([
      { id: FLORIANOPOLIS, nome: 'Florianópolis' },
      { id: joinville, nome: 'Joinville' },
    ])
    expect(await cities('AP')).toEqual([])
  })

  test('of an unknown state are rejected', async () => {
    expect((await app.call('GET', '/events/cities?state=XX')).statusCode).toBe(422)
  })
})

describe('search finds distances, months, cities and organizers, ranked after titles', () => {
  const modalities = (...names: string[]) => ({
    modalities: names.map((name) => ({ name, categories: [{ name: 'Geral' }] })),
  })

  beforeAll(async () => {
    const { organizerId } = await createOrganizer(db, { fantasyName: 'Passo Firme Eventos' })
    await race('Domingo no Parque', '2026-07-19', {
      ...modalities('7 km', '17 km'),
      cityId: PELOTAS,
      stateCode: 'RS',
    })
    await race('Laranjal 7K', '2026-07-26', { ...modalities('Percurso único'), organizerId })
    await race('Corrida Noturna do Cassino', '2026-07-27', { ...modalities('17,5 km'), organizerId })
    await race('Corrida com modalidade inativa', '2026-07-28', {
      modalities: [
        { name: '7 km', status: 0, categories: [{ name: 'Geral' }] },
        { name: '9 km', categories: [{ name: 'Geral' }] },
      ],
    })
  })

  test.each([
    ['7 km', ['Laranjal 7K', 'Domingo no Parque']],
    ['7km laranjal', ['Laranjal 7K']],
    ['17k', ['Domingo no Parque', 'Corrida Noturna do Cassino']],
    ['170 km', []],
    ['night run cassino', ['Corrida Noturna do Cassino']],
    ['night run', ['Corrida Noturna do Cassino', 'Meia Maratona Noturna']],
    ['corrida noturna', ['Corrida Noturna do Cassino', 'Meia Maratona Noturna']],
    ['pelotas', ['Domingo no Parque']],
    ['pelotaz 7 km', ['Domingo no Parque']],
    ['ota', []],
    ['passo firme', ['Laranjal 7K', 'Corrida Noturna do Cassino']],
    ['passo firme noturna', ['Corrida Noturna do Cassino']],
    ['setembro', ['Maratona de São Paulo']],
    ['corrida em setembro', ['Maratona de São Paulo']],
    ['pelotas julho de 2026', ['Domingo no Parque']],
    ['setembro de 2027', []],
  ])('%s', async (title, expected) => {
    expect(await titles({ title })).toEqual(expected)
  })
})

describe('search by price and weekend', () => {
  const free = { valueCents: 0, feeRate: 0 }
  const AGES = [{ name: '10 km', categories: [{ name: 'Geral' }, { name: '60+', min_age: 60 }] }]
  const PRICED: [name: string, options: EventOptions][] = [
    ['com taxa em porcentagem', { kits: [{ valueCents: 4_999, feeRate: 750 }, { valueCents: 9_000 }] }],
    ['com taxa fixa', { kits: [{ valueCents: 4_000, feeType: 1, feeRate: 555 }] }],
    ['com taxa do organizador', { kits: [{ valueCents: 4_000, feeRate: 1_000, isIncrement: false }] }],
    ['grátis', { kits: [free] }],
    ['com o kit barato esgotado', { kits: [{ valueCents: 1_000, capacity: 0 }, { valueCents: 8_000 }] }],
    [
      'com os tamanhos baratos esgotados',
      { kits: [{ valueCents: 1_000, sizes: [{ name: 'P', capacity: 0 }] }, { valueCents: 8_000 }] },
    ],
    [
      'esgotada',
      {
        kits: [
          { valueCents: 1_000, capacity: 0 },
          { ...free, capacity: 0 },
        ],
      },
    ],
    [
      'com o kit barato para idosos',
      { modalities: AGES, kits: [{ valueCents: 3_000, category: 1 }, { valueCents: 8_000 }] },
    ],
    [
      'com o kit barato para crianças',
      { modalities: AGES, kits: [{ valueCents: 3_000, max_age: 17 }, { valueCents: 8_000 }] },
    ],
    ['só para idosos', { modalities: AGES, kits: [{ valueCents: 3_000, category: 1 }] }],
    [
      'com vagas só para idosos',
      {
        modalities: AGES,
        kits: [
          { valueCents: 3_000, category: 1 },
          { valueCents: 8_000, capacity: 0 },
        ],
      },
    ],
    [
      'esgotada, com o kit barato para idosos',
      {
        modalities: AGES,
        kits: [
          { valueCents: 3_000, category: 1, capacity: 0 },
          { valueCents: 8_000, capacity: 0 },
        ],
      },
    ],
    ['com o kit barato inativo', { kits: [{ valueCents: 1_000, status: 0 }, { valueCents: 8_000 }] }],
    [
      'em lotes',
      {
        kits: [
          {
            valueCents: 9_999,
            tiers: [
              { name: '1º', valueCents: 2_000, endsOn: '2026-06-13' },
              { name: '2º', valueCents: 3_000, endsOn: '2026-06-14' },
              { name: '3º', valueCents: 4_000 },
            ],
          },
        ],
      },
    ],
  ]

  beforeAll(async () => {
    for (const [name, options] of PRICED) await race(`Preço ${name}`, '2026-10-24', options)
    await race('Preço que passou', '2026-06-06', { kits: [free] })
    await race('Preço de segunda', '2026-10-26', { kits: [free] })
  })

  test.each(PRICED)('a race %s is found from the price that its card shows', async (name) => {
    const title = `Preço ${name}`
    const card = (await list({ title: 'preço', per_page: 100 })).data.find((event) => event.title === title)
    const cents = Math.round(Number(card?.price_from) * 100)
    const upTo = (limit: number) =>
      titles({ title: `preço até R$ ${(limit / 100).toFixed(2).replace('.', ',')}`, per_page: 100 })
    expect(await upTo(cents)).toContain(title)
    if (cents > 0) expect(await upTo(cents - 1)).not.toContain(title)
  })

  test('a price finds only races to come, cheap ones however they are called', async () => {
    expect((await titles({ title: 'gratuita' })).sort()).toEqual([
      'Preço de segunda',
      'Preço esgotada',
      'Preço grátis',
    ])
  })

  test('a weekend finds races on Saturdays and Sundays to come', async () => {
    expect(await titles({ title: 'preço grátis no fim de semana' })).toEqual([
      'Preço grátis',
      'Preço esgotada',
    ])
    await race('Preço de hoje, um domingo', '2026-06-14')
    await race('Preço do próximo sábado', '2026-06-20')
    expect(await titles({ title: 'preço neste fim de semana' })).toEqual(['Preço de hoje, um domingo'])
    expect(await titles({ title: 'preço fim de semana que vem' })).toEqual(['Preço do próximo sábado'])
  })
})

describe('suggestions while typing', () => {
  const suggestions = async (q: string) => {
    const answer = await app.call('GET', `/events/suggestions?q=${encodeURIComponent(q)}`)
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['cache-control']).toBe('public, max-age=60')
    return answer.json<{ data: Suggestions }>().data
  }

  test('are races to come of the public list, with cities and distances', async () => {
    app.deps.clock.set('2026-06-14T15:01:00Z')
    const name = (title: string) => `Sugerida ${title}`
    await race(name('aberta'), '2026-08-02', {
      cityId: FLORIANOPOLIS,
      stateCode: 'SC',
      modalities: [{ name: '13 km', categories: [{ name: 'Geral' }] }],
    })
    await race(name('de ontem'), '2026-06-13')
    await race(name('cancelada'), '2026-08-02', { status: 3 })
    await race(name('não listada'), '2026-08-02', { isPublic: false })
    expect((await suggestions('sugerida')).races).toMatchObject([
      { title: name('aberta'), city: 'Florianópolis', state: 'SC', date_event: '02/08/2026' },
    ])
    const { cities } = await suggestions('flori')
    expect(cities).toMatchObject([{ name: 'Florianópolis', state: 'SC' }])
    expect((await suggestions('13k')).distances).toEqual([{ name: '13 km', count: 1 }])
  })

  test('know a new race after half a minute', async () => {
    // The clock of the app keeps running after `set`: the races are read before `read`.
    app.deps.clock.set('2026-06-14T15:03:00Z')
    await suggestions('')
    const read = app.deps.clock.now()
    await race('Surpresa', '2026-08-02')
    app.deps.clock.set('2026-06-14T15:03:25Z')
    expect((await suggestions('surpresa')).races).toEqual([])
    app.deps.clock.set(new Date(read.getTime() + 30_000))
    expect((await suggestions('surpresa')).races).toMatchObject([{ title: 'Surpresa' }])
  })
})

describe('places of races to come', () => {
  const places = async (query = '') => {
    const answer = await app.call('GET', `/events/places${query}`)
    expect(answer.statusCode, answer.body).toBe(200)
    return answer.json<{ data: RacePlace[] }>().data
  }

  test('have coordinates and a number of races, and match the filters of the list', async () => {
    const all = await places('?date_event_end=2026-10-01')
    expect(all).toContainEqual({
      name: 'São Paulo',
      state: 'SP',
      latitude: expect.closeTo(-23.53, 1),
      longitude: expect.closeTo(-46.64, 1),
      count: 2,
    })
    expect(all.map(({ count }) => count)).toEqual(all.map(({ count }) => count).sort((a, b) => b - a))
    expect(await places('?title=volta da ilha')).toMatchObject([{ name: 'Florianópolis', count: 1 }])
    expect(await places('?state=SP&date_event_end=2026-08-31')).toMatchObject([{ count: 1 }])
    expect(await places('?date_event_end=2026-06-01')).toEqual([])
    expect((await app.call('GET', '/events/places?date_event_start=ontem')).statusCode).toBe(422)
  })
})

describe('near a city', () => {
  const [campinas, valinhos, jundiai, santos, natalSp] = [3509502, 3556206, 3525904, 3548500, 2408102]
  beforeAll(async () => {
    for (const [name, cityId, eventOn] of [
      ['de Jundiaí', jundiai, '2026-09-06'],
      ['de Valinhos', valinhos, '2026-12-06'],
      ['de Campinas', campinas, '2026-12-13'],
      ['que passou', campinas, '2026-06-01'],
      ['de Santos', santos, '2026-09-06'],
      ['de Natal', natalSp, '2026-09-06'],
    ] as const)
      await race(`Vizinha ${name}`, eventOn, { cityId, stateCode: cityId === natalSp ? 'RN' : 'SP' })
  })

  test('are races to come within 100 km, nearest first, with the distance', async () => {
    const { data } = await list({ title: 'vizinha perto de Campinas' })
    expect(data.map(({ title, distance_km }) => [title, distance_km])).toEqual([
      ['Vizinha de Campinas', 0],
      ['Vizinha de Valinhos', expect.closeTo(10, -1)],
      ['Vizinha de Jundiaí', expect.closeTo(36, -1)],
    ])
    for (const city of ['campinas SP', 'Campinas, SP', 'Campinas/SP', 'Campinas (SP)', 'Campinas - SP'])
      expect(await titles({ title: `vizinha perto de ${city}` }), city).toHaveLength(3)
    expect((await list({ title: 'vizinha' })).data[0]).not.toHaveProperty('distance_km')
  })

  test('a name with an apostrophe, and one that ends like a state', async () => {
    await race('Corrida do Oeste', '2026-09-06', { cityId: 3545803, stateCode: 'SP' })
    await race('Corrida do Lago', '2026-09-06', { cityId: 2930204, stateCode: 'BA' })
    expect((await titles({ title: 'perto de Santa Bárbara d’Oeste' }))[0]).toBe('Corrida do Oeste')
    for (const city of ['Sento Sé', 'Sento Sé BA'])
      expect(await titles({ title: `perto de ${city}` })).toEqual(['Corrida do Lago'])
  })

  test('are also found by the name of a city without a race', async () => {
    const { data } = await list({ title: 'Sorocaba' })
    expect(data.map(({ title }) => title)).toContain('Vizinha de Campinas')
    expect(data[0]?.distance_km).toBeGreaterThan(40)
    expect(await titles({ title: 'Sorocaba em dezembro' })).not.toContain('Vizinha de Jundiaí')
    expect(await titles({ title: 'Sorocabana' })).toEqual([])
    const places = await app.call('GET', '/events/places?title=sorocaba')
    expect(places.json().data.map(({ name }: RacePlace) => name)).toContain('Campinas')
  })

  test('a city that does not exist is searched for as words, with a month of this year', async () => {
    expect(await titles({ title: 'perto de Vizinha' })).toHaveLength(6)
    expect(await titles({ title: 'perto de Campinas, RJ' })).toEqual([])
    expect(await titles({ title: 'vizinha próxima de setembro' })).toEqual([
      'Vizinha de Jundiaí',
      'Vizinha de Santos',
      'Vizinha de Natal',
    ])
    // Generic words such as `corrida` stay optional beside the name of a city.
    expect(await titles({ title: 'corrida perto de Vizinha' })).toHaveLength(6)
  })
})
