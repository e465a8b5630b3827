import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event.ts'
import { EventPage } from './event-page.tsx'

const event: PublicEvent = {
  id: 1,
  slug: 'corrida',
  title: 'Corrida',
  date_event: '12/12/2026',
  start_time: '07:00',
  start_date: '01/10/2026',
  end_date: '30/11/2026',
  city: 'Florianópolis',
  state: 'SC',
  status: 1,
  closed_reason: null,
  event_image: null,
  picture: null,
  organizer: [{ name_fantasy: 'Ilha Run', phone: '48987654321' }],
  distances: ['10 km'],
  price_from: '89.90',
  spots_left: null,
  description: null,
  rules: null,
  regulation: null,
  results_url: null,
  url_map: null,
  url_disclosure: null,
  contact_email: null,
  cover_image: null,
  cover_picture: null,
  social_image: null,
  kit_delivery_date: null,
  timezone: 'America/Sao_Paulo',
  modalities: [],
  products: [],
  terms: [],
  questionnaires: [],
  payment_methods: [],
  version: 1,
}
const category = {
  category_id: 1,
  category_name: 'Geral',
  description: null,
  price: '89.90',
  route: null,
  sold_out: false,
}
const modality = {
  modality_id: 1,
  modality_name: '10 km',
  description: null,
  sold_out: false,
  categories: [category],
}
const kit: PublicEvent['products'][number] = {
  id: 1,
  name: 'Kit',
  description: null,
  value: '80.00',
  type_fee: 1,
  rate_organizer: '9.90',
  is_increment: true,
  category_id: null,
  product_image: null,
  sold_out: false,
  shirt_sizes: [],
  calculated: { is_fee_charged_to_participant: true, service_fee: '9.90' },
}

const draw = (change: Partial<PublicEvent> = {}, today = '2026-11-21') =>
  renderToStaticMarkup(
    createElement(
      MantineProvider,
      null,
      createElement(
        MemoryRouter,
        null,
        createElement(EventPage, {
          event: { ...event, ...change },
          today,
          url: 'https://largada.example/events/corrida',
        }),
      ),
    ),
  )

// Specification, page 1, §2.8: cases that the demo data does not contain.
describe('sold-out items', () => {
  test('a sold-out category is marked', () => {
    const page = draw({
      modalities: [
        {
          ...modality,
          categories: [
            { ...category, sold_out: true },
            { ...category, category_id: 2 },
          ],
        },
      ],
    })
    expect(page.match(/Esgotado/g)).toHaveLength(1)
  })

  test('a sold-out distance is marked once', () => {
    const page = draw({
      modalities: [{ ...modality, sold_out: true, categories: [{ ...category, sold_out: true }] }],
    })
    expect(page.match(/Esgotado/g)).toHaveLength(1)
  })

  test('sizes show the remaining quantity when it is small', () => {
    const page = draw({
      products: [
        {
          ...kit,
          shirt_sizes: [
            { id: 1, size: 'P', quantity: 0 },
            { id: 2, size: 'M', quantity: 1 },
            { id: 3, size: 'G', quantity: 9 },
            { id: 4, size: 'GG', quantity: 40 },
            { id: 5, size: 'XG', quantity: null },
          ],
        },
      ],
    })
    const sizes = [...page.matchAll(/<span>(\w+)<\/span> <span[^>]*>([^<]*)/g)].map(([, size, left]) => [
      size,
      left,
    ])
    expect(sizes).toEqual([
      ['P', 'esgotado'],
      ['M', 'resta 1'],
      ['G', 'restam 9'],
      ['GG', ''],
      ['XG', ''],
    ])
  })
})

describe('prices', () => {
  test('a kit costs its value plus the fee', () => {
    const page = draw({ products: [kit] })
    expect(page).toContain('R$\u00a089,90')
    expect(page).toContain('de taxa de serviço')
  })

  test('a fee that the organizer bears is not shown', () => {
    const calculated = { is_fee_charged_to_participant: false, service_fee: '9.90' }
    expect(draw({ products: [{ ...kit, calculated }] })).not.toContain('taxa de serviço')
  })
})

describe('results', () => {
  const results_url = 'https://tempos.example/corrida'

  test("'Ver resultados' is shown after the race", () => {
    const ran = { results_url, status: 0, closed_reason: 'ended' } as const
    expect(draw(ran, '2026-12-13')).toMatch(/href="https:\/\/tempos\.example\/corrida".*Ver resultados/)
  })

  test('is not shown before the race', () => {
    expect(draw({ results_url })).not.toContain('Ver resultados')
  })
})

describe('URLs typed by organizers', () => {
  test('a map of an unknown host is linked, not embedded', () => {
    const page = draw({ url_map: 'https://mapas.example/1' })
    expect(page).not.toContain('<iframe')
    expect(page).toContain('href="https://mapas.example/1"')
  })

  test('a URL that would run a script is left out', () => {
    const url = 'javascript:alert(1)'
    const page = draw({
      url_map: url,
      url_disclosure: url,
      regulation: url,
      modalities: [{ ...modality, categories: [{ ...category, route: url }] }],
    })
    expect(page).not.toContain('javascript:')
    expect(page).not.toContain('Ver Regulamento')
    expect(page).not.toContain('PERCUSO')
  })
})

test('an event without day, time, city and organizer says so', () => {
  const page = draw({ date_event: null, start_time: null, city: null, organizer: [] })
  for (const words of [
    'Data não informada',
    'Horário não informado',
    'Cidade não informada',
    'Organizador desconhecido',
  ])
    expect(page).toContain(words)
  expect(page).not.toContain('Adicionar à agenda')
})
