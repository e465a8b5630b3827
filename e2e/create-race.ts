import { type APIRequestContext, expect } from 'playwright/test'
import type { PublicEvent } from '#contract/event/event.ts'
import type { EventInput } from '#contract/event-management/event-document.ts'
import { logIn } from './create-account.ts'
import { inDays } from './days.ts'

/** One grey pixel. Every event needs pictures, which these tests do not check. */
const PICTURE =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNoaGj4DwAFhAKAjM1mJgAAAABJRU5ErkJggg=='

/**
 * A complete event that is open today: two modalities, three kits, sizes, coupons, terms, questions, all
 * payment methods.
 */
const completeEvent = (): EventInput => ({
  title: `Corrida dos Testes ${Math.random().toString(36).slice(2, 8)}`,
  description: 'Uma corrida que só existe nos testes.',
  start_date: inDays(-7),
  end_date: inDays(30),
  date_event: inDays(45),
  start_time: '07:00',
  state: 'SP',
  city: 'São Paulo',
  contact_email: 'contato@exemplo.test',
  cover_image: PICTURE,
  event_image: PICTURE,
  // Not public, because other tests count the events of the public list.
  is_public: false,
  modalities: [
    {
      modality_id: -1,
      modality_name: '5 km',
      categories: [
        { category_id: -11, category_name: '5 km Geral' },
        { category_id: -12, category_name: '5 km 60+' },
      ],
    },
    {
      modality_id: -2,
      modality_name: '10 km',
      categories: [{ category_id: -21, category_name: '10 km Geral' }],
    },
  ],
  products: [
    {
      id: -101,
      name: 'Kit Completo',
      value: '100.00',
      rate_organizer: '7.50',
      is_increment: true,
      category_id: -11,
      shirt_sizes: [
        { size: 'P', quantity: 50 },
        { size: 'M', quantity: 50 },
        { size: 'GG', quantity: 0 },
      ],
    },
    {
      id: -102,
      name: 'Kit Básico',
      value: '60.00',
      rate_organizer: '7.50',
      is_increment: false,
      category_id: -11,
    },
    { id: -103, name: 'Kit Gratuito', value: '0.00', is_increment: false, category_id: -11 },
    {
      id: -104,
      name: 'Kit 10 km',
      value: '80.00',
      rate_organizer: '7.50',
      is_increment: true,
      category_id: -21,
    },
    // Sold out: nobody can register in this category until another kit is sold in it.
    { id: -105, name: 'Kit 60+', value: '50.00', rate_organizer: '7.50', quantity: 0, category_id: -12 },
  ],
  terms: [
    { name: 'Termo de responsabilidade', description: 'Declaro que estou em boas condições de saúde.' },
    { name: 'Uso de imagem', description: 'Autorizo o uso da minha imagem na divulgação da prova.' },
  ],
  questionnaires: [
    { description: 'É a sua primeira corrida?' },
    { description: 'Vai usar o guarda-volumes?' },
  ],
  payment_methods: [{ type: 0 }, { type: 1 }, { type: 2 }],
  discount_cupons: [
    { code: 'DEZ', type: 0, value: '10.00' },
    { code: 'TRINTA', type: 1, value: '30.00' },
    { code: 'ENORME', type: 1, value: '500.00' },
    { code: 'SOBASICO', type: 1, value: '5.00', product_id: -102 },
  ],
})

/** Creates an event of the demo's organizer through the same calls as its form, without registrations. */
export async function createRace(
  request: APIRequestContext,
  changes: Partial<EventInput> = {},
): Promise<PublicEvent> {
  const { token } = await logIn(request, 'organizador@largada.test')
  const saved = await request.post('/api/v1/events/create', {
    data: { ...completeEvent(), ...changes },
    headers: { authorization: `Bearer ${token}` },
  })
  expect(saved.status(), await saved.text()).toBe(201)
  return readRace(request, (await saved.json()).data)
}

/** Returns the event from the public API. */
export async function readRace(
  request: APIRequestContext,
  { slug }: Pick<PublicEvent, 'slug'>,
): Promise<PublicEvent> {
  const answer = await request.get(`/api/v1/events/slug/${slug}`)
  expect(answer.status(), await answer.text()).toBe(200)
  return (await answer.json()).data
}
