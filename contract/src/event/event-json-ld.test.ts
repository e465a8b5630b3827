import { describe, expect, test } from 'vitest'
import { EVERYBODY } from '../pricing/eligibility.ts'
import { PublicEvent } from './event.ts'
import { eventJsonLd } from './event-json-ld.ts'
import { INDIVIDUAL } from './relay.ts'

const url = 'https://largada.test/events/volta-da-ilha'
const picture = {
  src: '/storage/events/volta-da-ilha.svg',
  srcset_avif: '',
  srcset_webp: '',
  width: 1600,
  height: 900,
  placeholder: 'data:,',
}
const product = {
  id: 4,
  name: 'Kit Completo',
  description: null,
  description_html: null,
  value: '129.90',
  tier: null,
  next_tier: null,
  type_fee: 0 as const,
  rate_organizer: '10.00',
  is_increment: true,
  category_id: null,
  category_ids: [],
  sold_in: null,
  product_image: null,
  shirt_value: '0.00',
  sold_out: false,
  left: null,
  ...EVERYBODY,
  shirt_sizes: [],
  calculated: { is_fee_charged_to_participant: true, service_fee: '12.99' },
}
const event: PublicEvent = PublicEvent.parse({
  id: 1,
  slug: 'volta-da-ilha',
  is_public: true,
  title: 'Volta da Ilha',
  date_event: '06/12/2026',
  start_time: '07:00',
  start_date: '01/09/2026',
  end_date: '30/11/2026',
  city: 'Florianópolis',
  start_place: null,
  state: 'SC',
  status: 1,
  closed_reason: null,
  event_image: null,
  picture,
  organizer: [{ name_fantasy: 'Corre Ilha', phone: null, logo: null, page: 'corre-ilha-12', seller: null }],
  distances: ['10 km'],
  price_from: '142.89',
  price_varies: false,
  spots_left: null,
  description: 'Dez quilômetros à beira-mar.',
  rules: null,
  description_html: null,
  rules_html: null,
  regulation: null,
  results_url: null,
  url_map: null,
  url_disclosure: null,
  contact_email: null,
  cover_image: null,
  cover_picture: picture,
  social_image: '/storage/events/volta-da-ilha-social.jpg',
  kit_delivery_date: null,
  kit_pickup: null,
  groups_until: null,
  timezone: 'America/Sao_Paulo',
  age_reference: 'race_day',
  modalities: [],
  products: [product],
  right_rules: [],
  terms: [],
  questionnaires: [],
  installments: null,
  has_queue: false,
  cancellation_policy: [],
  payment_methods: [],
  version: 1,
})

describe('eventJsonLd', () => {
  test('the place of the start names the location', () => {
    const there = { ...event, start_place: 'Parque da Luz' }
    expect(eventJsonLd(there, url)).toMatchObject({
      location: { name: 'Parque da Luz', address: { addressLocality: 'Florianópolis' } },
    })
  })

  test('contains name, date, location, organizer and price', () => {
    expect(eventJsonLd(event, url)).toMatchObject({
      '@type': 'SportsEvent',
      name: 'Volta da Ilha',
      startDate: '2026-12-06T07:00:00-03:00',
      eventStatus: 'https://schema.org/EventScheduled',
      image: [
        'https://largada.test/storage/events/volta-da-ilha-social.jpg',
        'https://largada.test/storage/events/volta-da-ilha.svg',
      ],
      location: {
        name: 'Florianópolis, SC',
        address: { addressLocality: 'Florianópolis', addressRegion: 'SC', addressCountry: 'BR' },
      },
      organizer: {
        '@type': 'Organization',
        name: 'Corre Ilha',
        url: 'https://largada.test/organizacoes/corre-ilha-12',
      },
      offers: [
        {
          name: 'Kit Completo',
          price: '142.89',
          priceCurrency: 'BRL',
          availability: 'https://schema.org/InStock',
          url,
          validFrom: '2026-09-01T00:00:00-03:00',
          validThrough: '2026-11-30T23:59:00-03:00',
        },
      ],
    })
  })

  test('a fee paid by the organizer is not in the price', () => {
    const absorbed = {
      ...product,
      calculated: { is_fee_charged_to_participant: false, service_fee: '12.99' },
    }
    expect(eventJsonLd({ ...event, products: [absorbed] }, url)).toMatchObject({
      offers: [{ price: '129.90' }],
    })
  })

  test('offers a kit only for people of 60 or more if there is no other', () => {
    const category = { category_id: 7, description: null, price: null, price_varies: false, route: null }
    const more = { ...EVERYBODY, ...INDIVIDUAL, relay: null, legs: [], sold_out: false }
    const seniors = { ...product, id: 5, name: 'Kit 60+', category_ids: [8] }
    const categories = [
      { ...category, ...more, category_name: 'Geral' },
      { ...category, ...more, category_id: 8, category_name: '60+', min_age: 60 },
    ]
    const modality = { modality_id: 1, modality_name: '10 km', description: null, sold_out: false }
    const modalities = [{ ...modality, course: null, ...EVERYBODY, categories }]
    const namesOf = (products: PublicEvent['products']) =>
      (eventJsonLd({ ...event, modalities, products }, url).offers as { name: string }[]).map(
        ({ name }) => name,
      )
    expect(namesOf([seniors, product])).toEqual(['Kit Completo'])
    expect(namesOf([seniors])).toEqual(['Kit 60+'])
  })

  test.each([
    ['30/09/2026', { priceValidUntil: '2026-09-30' }],
    [null, {}],
  ])('a price of a tier that ends on %s', (ends_on, expected) => {
    const tier = { id: 1, name: '1º lote', value: '129.90', ends_on, remaining: 40 }
    const { offers } = eventJsonLd({ ...event, products: [{ ...product, tier }] }, url)
    const [{ priceValidUntil, ...offer } = {}] = offers as Record<string, unknown>[]
    expect(priceValidUntil === undefined ? {} : { priceValidUntil }).toEqual(expected)
    expect(offer).toMatchObject({ price: '142.89' })
  })

  test.each([
    [null, false, 'InStock'],
    [null, true, 'SoldOut'],
    ['not_yet', false, 'PreOrder'],
    ['not_yet', true, 'SoldOut'],
    ['sold_out', false, 'SoldOut'],
    ['ended', false, 'Discontinued'],
    ['inactive', false, 'Discontinued'],
    ['cancelled', false, 'Discontinued'],
  ] as const)('closed because %s, kit sold out %s: %s', (closed_reason, sold_out, expected) => {
    const closed = { ...event, closed_reason, products: [{ ...product, sold_out }] }
    expect(eventJsonLd(closed, url)).toMatchObject({
      offers: [{ availability: `https://schema.org/${expected}` }],
    })
  })

  test('marks a cancelled event as cancelled', () => {
    expect(eventJsonLd({ ...event, closed_reason: 'cancelled' }, url)).toMatchObject({
      eventStatus: 'https://schema.org/EventCancelled',
    })
  })

  test('omits unknown values', () => {
    const bare = { ...event, date_event: null, start_date: null, city: null, state: null, organizer: [] }
    const described = eventJsonLd(bare, url)
    expect(described).not.toHaveProperty('startDate')
    expect(described).not.toHaveProperty('organizer')
    expect(described).toMatchObject({ location: { name: 'Brasil' } })
  })
})
