import { MantineProvider } from '@mantine/core'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { MemoryRouter } from 'react-router'
import { expect, test } from 'vitest'
import type { EventCard as Card } from '#contract/event/event.ts'
import { EventCard } from './event-card.tsx'

const bare: Card = {
  id: 1,
  slug: 'corrida',
  title: 'Corrida',
  date_event: null,
  start_time: null,
  start_date: null,
  end_date: null,
  city: null,
  state: null,
  status: 0,
  closed_reason: 'inactive',
  event_image: null,
  picture: null,
  organizer: [],
  distances: [],
  price_from: null,
  price_varies: false,
  spots_left: null,
}

const draw = (change: Partial<Card> = {}) => {
  const card = createElement(EventCard, { event: { ...bare, ...change }, today: '2026-11-21' })
  return renderToStaticMarkup(
    createElement(MantineProvider, null, createElement(MemoryRouter, null, card)),
  ).replaceAll(/<[^>]+>/g, '|')
}

// Specification, page 1, §2.7: the texts of a card with missing data.
test.each([
  'Organizador desconhecido',
  'Data não informada',
  'Horário não informado',
  'Cidade não informada',
  'Inscrições encerradas',
  'Inscrever',
])('%s', (words) => {
  expect(draw()).toContain(words)
})

test('status 1 means that registrations are open', () => {
  expect(draw({ status: 1, closed_reason: null })).toContain('Inscrições abertas')
})

test('shows the number of spots when few are left, and one spot in the singular', () => {
  expect(draw({ status: 1, closed_reason: null, spots_left: 7 })).toContain('Restam 7 vagas')
  expect(draw({ status: 1, closed_reason: null, spots_left: 1 })).toContain('Resta 1 vaga')
  expect(draw({ spots_left: 7 })).not.toContain('vagas')
})

test("shows the lowest price, 'Gratuito' for a free race, and no price for a past race", () => {
  expect(draw({ price_from: '89.90' })).not.toContain('a partir de')
  expect(draw({ price_from: '89.90', price_varies: true })).toMatch(/a partir de.*R\$\u00a089,90/)
  expect(draw({ price_from: '0.00' })).toContain('Gratuito')
  expect(draw({ price_from: '0.00' })).not.toContain('a partir de')
  expect(draw({ price_from: '0.00', price_varies: true })).toMatch(/Gratuito.* ou com kit pago/)
  expect(draw({ price_from: '89.90', closed_reason: 'ended' })).not.toContain('89,90')
})

test('a search near a place says how far away the city is', () => {
  const at = (distance_km: number) => draw({ city: 'São Paulo', state: 'SP', distance_km })
  expect(at(82)).toContain('|São Paulo, SP · a 82 km|')
  expect(at(0)).not.toMatch(/ km\|/)
})
