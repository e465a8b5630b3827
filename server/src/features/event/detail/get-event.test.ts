import { afterAll, describe, expect, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

async function get(path: string): Promise<PublicEvent> {
  const answer = await app.call('GET', path)
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}

describe('one event', () => {
  test('is the same by slug and by id, with everything the wizard needs', async () => {
    const event = await createEvent(db, {
      title: 'Corrida do Porto',
      modalities: [
        { name: '5 km', categories: [{ name: 'Geral', priceCents: 9900 }, { name: '60+' }] },
        { name: '10 km', status: 0, categories: [{ name: 'Oculta' }] },
      ],
      kits: [
        {
          name: 'Completo',
          valueCents: 12_990,
          feeRate: 750,
          sizes: [{ name: 'P', capacity: 5 }, { name: 'M' }],
        },
        { name: 'Básico', valueCents: 8000, feeType: 1, feeRate: 500, isIncrement: false },
        { name: 'Antigo', status: 0 },
        { name: 'De outra modalidade', category: 2 },
      ],
      terms: [{ name: 'Regulamento' }, { name: 'Antigo', status: 0 }],
      questionnaires: [{ description: 'Precisa de guia?' }, { description: 'Antiga', status: 0 }],
      paymentTypes: [2, 0],
    })
    const found = await get(`/events/slug/${event.slug}`)
    expect(await get(`/events/${event.id}`)).toEqual(found)
    expect(found).toMatchObject({
      title: 'Corrida do Porto',
      status: 1,
      closed_reason: null,
      start_time: '07:00',
      date_event: expect.stringMatching(/^\d{2}\/\d{2}\/\d{4}$/),
      distances: ['5 km'],
      price_from: '80.00',
      spots_left: null,
      version: 1,
      modalities: [
        {
          modality_name: '5 km',
          sold_out: false,
          categories: [
            { category_name: 'Geral', price: '80.00', price_varies: true, sold_out: false },
            { category_name: '60+', price: '80.00', price_varies: true, sold_out: false },
          ],
        },
      ],
      products: [
        {
          name: 'Completo',
          value: '129.90',
          type_fee: 0,
          rate_organizer: '7.50',
          is_increment: true,
          calculated: { is_fee_charged_to_participant: true, service_fee: '9.74' },
          shirt_sizes: [
            { size: 'P', quantity: 5 },
            { size: 'M', quantity: null },
          ],
        },
        {
          name: 'Básico',
          type_fee: 1,
          rate_organizer: '5.00',
          calculated: { is_fee_charged_to_participant: false, service_fee: '5.00' },
          shirt_sizes: [],
        },
      ],
      terms: [{ name: 'Regulamento', version: 1, sha256: sha256Hex(found.terms[0]?.description ?? '') }],
      questionnaires: [{ description: 'Precisa de guia?', attach_file: 0 }],
      payment_methods: [{ type: 0 }, { type: 2 }],
    })
    expect(found.products).toHaveLength(2)
    expect(found.terms).toHaveLength(1)
    expect(found.questionnaires).toHaveLength(1)
  })

  test('is 404 when it does not exist', async () => {
    for (const path of ['/events/999999', '/events/slug/nada']) {
      const answer = await app.call('GET', path)
      expect(answer.statusCode).toBe(404)
      expect(answer.json().message).toBe('Evento não encontrado.')
    }
    expect((await app.call('GET', '/events/abc')).statusCode).toBe(422)
  })

  test.each<[string, EventOptions, string | null]>([
    ['outside the list', { isPublic: false }, null],
    ['inactive', { status: 0 }, 'inactive'],
    ['expired', { status: 2 }, 'ended'],
    ['cancelled', { status: 3 }, 'cancelled'],
  ])('%s is reachable by its link', async (_name, options, closed_reason) => {
    const event = await createEvent(db, options)
    expect(await get(`/events/slug/${event.slug}`)).toMatchObject({
      is_public: options.isPublic ?? true,
      status: closed_reason ? 0 : 1,
      closed_reason,
    })
  })
})

test('texts are returned as written, and as safe HTML', async () => {
  const event = await createEvent(db)
  await db
    .updateTable('events')
    .set({ description: '# Kits\n<b>', rules: null })
    .where('id', '=', event.id)
    .execute()
  expect(await get(`/events/${event.id}`)).toMatchObject({
    description: '# Kits\n<b>',
    description_html: '<h3>Kits</h3><p>&lt;b&gt;</p>',
    rules_html: null,
  })
})

describe('availability', () => {
  test('decreases with a registration, and every exhausted level is marked', async () => {
    const event = await createEvent(db, {
      capacity: 40,
      modalities: [{ name: '5 km', categories: [{ name: 'Geral', capacity: 1 }, { name: 'PCD' }] }],
      kits: [
        {
          name: 'Kit',
          sizes: [
            { name: 'P', capacity: 1 },
            { name: 'M', capacity: 9 },
          ],
        },
      ],
    })
    await createOrder(db, event)
    const found = await get(`/events/${event.id}`)
    expect(found.spots_left).toBe(39)
    expect(found.modalities[0]?.categories.map((category) => category.sold_out)).toEqual([true, false])
    expect(found.products[0]?.shirt_sizes.map((size) => size.quantity)).toEqual([0, 9])
    expect(found.products[0]).toMatchObject({ sold_out: false, left: 9 })
    expect(found.status).toBe(1)
  })

  test('does not count places that are reserved for the holders of a code, until their day', async () => {
    const today = dayIn('America/Sao_Paulo', app.deps.clock.now())
    const event = await createEvent(db, {
      capacity: 40,
      coupons: [{ code: 'CLUBE', capacity: 15, reservedUntil: today }],
    })
    expect((await get(`/events/${event.id}`)).spots_left).toBe(25)
    app.deps.clock.set(new Date(app.deps.clock.now().getTime() + 86_400_000))
    expect((await get(`/events/${event.id}`)).spots_left).toBe(40)
    app.deps.clock.set(new Date())
  })

  test('a category shows the lowest total among its kits, never a price that no kit has', async () => {
    const event = await createEvent(db, {
      modalities: [{ name: '5 km', categories: [{ name: 'Geral' }, { name: '60+' }] }],
      kits: [
        { name: 'Completo', valueCents: 9000, feeRate: 1000, category: 0 },
        { name: 'Elite', valueCents: 20_000, feeRate: 1000, category: 0 },
        { name: 'Básico', valueCents: 5000, feeRate: 1000, category: 1 },
      ],
    })
    await db.updateTable('categories').set({ price_cents: 1234 }).where('event_id', '=', event.id).execute()
    const found = await get(`/events/${event.id}`)
    expect(found).toMatchObject({ price_from: '55.00', price_varies: true })
    expect(found.modalities[0]?.categories).toMatchObject([
      { price: '99.00', price_varies: true },
      { price: '55.00', price_varies: false },
    ])
  })

  test('the price from which an event is sold is one for adults below 60, a category’s one for its own', async () => {
    const event = await createEvent(db, {
      modalities: [
        { name: '5 km', categories: [{ name: 'Geral' }, { name: '60+', min_age: 60 }] },
        { name: 'Kids', max_age: 12, categories: [{ name: 'Única' }] },
      ],
      kits: [
        { name: 'Completo', valueCents: 9000, feeRate: 0, category: 0 },
        { name: 'Legal', valueCents: 4500, feeRate: 0, category: 1 },
        { name: 'Kids', valueCents: 2000, feeRate: 0, category: 2 },
        { name: 'Veterano', valueCents: 3000, feeRate: 0, min_age: 60 },
      ],
    })
    const found = await get(`/events/${event.id}`)
    expect(found).toMatchObject({ price_from: '90.00', price_varies: false })
    expect(found.modalities.map(({ categories }) => categories.map(({ price }) => price))).toEqual([
      ['90.00', '30.00'],
      ['20.00'],
    ])
  })

  test('a category without an active kit is hidden, and so is a modality without other categories', async () => {
    const event = await createEvent(db, {
      modalities: [
        { name: '5 km', categories: [{ name: 'Geral' }, { name: 'PCD' }] },
        { name: '10 km', categories: [{ name: 'Geral' }] },
      ],
      kits: [
        { name: 'Completo', category: 0 },
        { name: 'Antigo', category: 2, status: 0 },
      ],
    })
    const { modalities } = await get(`/events/${event.id}`)
    expect(modalities).toMatchObject([{ modality_name: '5 km', categories: [{ category_name: 'Geral' }] }])
    expect(modalities[0]?.categories).toHaveLength(1)
  })

  test('the price comes from the cheapest kit still for sale', async () => {
    const event = await createEvent(db, {
      kits: [
        { name: 'Barato', valueCents: 5000, feeRate: 0, capacity: 0 },
        { name: 'Caro', valueCents: 9000, feeRate: 1000 },
      ],
    })
    expect(await get(`/events/${event.id}`)).toMatchObject({ price_from: '99.00', price_varies: false })
  })
})

test('the response contains no private data', async () => {
  const organizer = await createOrganizer(db, { email: 'segredo@exemplo.test', fantasyName: 'Corre Junto' })
  await db
    .updateTable('organizers')
    .set({
      cnpj: '11222333000181',
      corporate_reason: 'Razao Social Ltda',
      street: 'Rua Um',
      responsible: 'Pessoa Secreta',
    })
    .where('id', '=', organizer.organizerId)
    .execute()
  const event = await createEvent(db, {
    title: 'Corrida dos segredos',
    slug: 'corrida-dos-segredos',
    organizerId: organizer.organizerId,
    capacity: 7919,
    coupons: [{ code: 'SEGREDO10', capacity: 4231 }],
    kits: [{ name: 'Kit', capacity: 6007, sizes: [{ name: 'P', capacity: 5003 }] }],
  })
  const { registrations } = await createOrder(db, event)
  const listed = await app.call('GET', '/events?title=segredos')
  const shown = await app.call('GET', `/events/${event.id}`)
  expect(shown.json().data.organizer).toEqual([
    {
      name_fantasy: 'Corre Junto',
      phone: '1133334444',
      logo: null,
      page: `corre-junto-${organizer.organizerId}`,
      seller: {
        name: 'Razao Social Ltda',
        document: '11222333000181',
        address: 'Rua Um, 1000, Bela Vista, São Paulo/SP, CEP 01310-100',
      },
    },
  ])
  const secrets = [
    /SEGREDO10/i,
    /segredo@/,
    /Secreta/,
    /7919|4231|6007|5003/,
    /coupon|cupon|capacity|held|cpf|stock/,
  ]
  for (const { name, cpf } of registrations) secrets.push(new RegExp(name), new RegExp(cpf))
  expect(listed.body).not.toContain('11222333000181')
  for (const secret of secrets) {
    expect(listed.body).not.toMatch(secret)
    expect(shown.body).not.toMatch(secret)
  }
})

test("the right of withdrawal uses the enterprise's current number of days, and is omitted for a free race", async () => {
  const { organizerId } = await createOrganizer(db)
  const policy = async (event: { id: number }) =>
    (await app.call('GET', `/events/${event.id}`)).json().data.cancellation_policy
  const event = await createEvent(db, { organizerId })
  const sentence = (more = '') => [
    `Em até 7 dias depois do pagamento, se a prova ainda não tiver começado, você pode desistir e receber tudo de volta (Código de Defesa do Consumidor, art. 49).${more}`,
  ]
  expect(await policy(event)).toEqual(sentence())
  await db
    .insertInto('refund_settings')
    .values({ enterprise_id: 1, withdrawal_days: 14, updated_at: new Date() })
    .execute()
  expect(await policy(event)).toEqual(
    sentence(' O prazo aqui é maior: até 14 dias depois do pagamento, até 1 dia antes do evento.'),
  )
  await db.deleteFrom('refund_settings').execute()
  const free = await createEvent(db, { organizerId, kits: [{ valueCents: 0, feeRate: 0 }] })
  expect(await policy(free)).toEqual([])
})
