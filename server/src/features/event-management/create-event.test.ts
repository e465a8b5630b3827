import sharp from 'sharp'
import { afterAll, describe, expect, test } from 'vitest'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at } from '#test/factories/event.ts'
import { createUpload, eventForm } from '#test/factories/event-form.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const create = (form: object, { token } = organizer) =>
  app.call('POST', '/events/create', { token, body: form })
const errorsOf = async (changes: Partial<EventInput>) => {
  const answer = await create(await eventForm(db, changes))
  expect(answer.statusCode, answer.body).toBe(422)
  return answer.json().errors
}
const created = async (changes: Partial<EventInput> = {}, who = organizer): Promise<OrganizerEvent> => {
  const answer = await create(await eventForm(db, changes), who)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}

describe('a new event', () => {
  test('rejects a temporary id that is used twice, because a link to it would be ambiguous', async () => {
    const { products = [] } = await eventForm(db)
    expect(
      await errorsOf({ products: [...products, { ...at(products, 0), name: 'Outro', shirt_sizes: [] }] }),
    ).toEqual({
      [`products.${products.length}.id`]: ['Este item está repetido.'],
    })
  })

  test('accepts the quantity of a kit as `amount` too, when `quantity` is missing', async () => {
    const { products = [] } = await eventForm(db)
    const quantities = async (change: object) => {
      const kits = products.map((product) => ({ ...product, shirt_sizes: [], ...change }))
      return (await created({ products: kits })).products.map(({ quantity }) => quantity)
    }
    expect(await quantities({ quantity: undefined, amount: 30 })).toEqual(products.map(() => 30))
    expect(await quantities({ quantity: null, amount: 30 })).toEqual(products.map(() => null))
    expect(await quantities({ quantity: 40, amount: 30 })).toEqual(products.map(() => 40))
  })

  test('is saved as a whole, with real ids for temporary ones, and returned as it is read', async () => {
    const answer = await create(await eventForm(db, { title: 'Maratona de São José' }))
    expect(answer.json()).toMatchObject({ status: 201, message: 'Evento criado com sucesso!' })
    const event: OrganizerEvent = answer.json().data
    expect(event).toMatchObject({
      slug: 'maratona-de-sao-jose',
      status: 1,
      lock_version: 1,
      organizer_id: organizer.organizerId,
      city: 'São Paulo',
      state: 'SP',
      country: 'Brasil',
      start_time: '07:00',
      vacancy_limit: 100,
      held: 0,
      setup_fee: null,
      is_public: true,
    })
    expect(event.start_date).toMatch(/^\d{2}\/\d{2}\/\d{4}$/)
    const [five, ten] = event.modalities
    expect(five).toMatchObject({ modality_name: '5 km', vacancy_limit: 60, held: 0, status: 1, price: null })
    expect(ten?.categories).toMatchObject([
      { category_name: '10 km Geral', price: '120.00', vacancy_limit: null },
    ])
    const [complete, basic] = event.products
    expect(complete).toMatchObject({
      value: '100.00',
      quantity: 50,
      amount: 50,
      rate_organizer: '10.00',
      category_id: five?.categories[0]?.category_id,
      calculated: { is_fee_charged_to_participant: true, service_fee: '10.00' },
      shirt_sizes: [
        { size: 'P', quantity: 20, width_cm: 48.5, length_cm: 68, used_count: 0, held: 0 },
        { size: 'M', quantity: 30, width_cm: null, length_cm: null, used_count: 0, held: 0 },
      ],
    })
    expect(basic).toMatchObject({
      category_id: null,
      quantity: null,
      calculated: { is_fee_charged_to_participant: false, service_fee: '5.00' },
    })
    expect(event.discount_cupons).toMatchObject([
      { code: 'PROMO10', value: '10.00', type: 0, quantity: 10, product_id: complete?.id },
    ])
    expect(event.terms).toMatchObject([{ name: 'Regulamento', version: 1 }])
    expect(event.payment_methods).toMatchObject([{ type: 0 }, { type: 2 }])
    const ids = event.modalities.flatMap((one) => [
      one.modality_id,
      ...one.categories.map((c) => c.category_id),
    ])
    expect(Math.min(...ids)).toBeGreaterThan(0)

    const read = await app.call('GET', `/organizer/events/${event.id}`, { token: organizer.token })
    expect(read.json().data).toEqual(event)
    const entry = await db
      .selectFrom('audit_log')
      .selectAll()
      .where('event_id', '=', event.id)
      .executeTakeFirstOrThrow()
    expect(entry).toMatchObject({ action: 'event.created', actor_user_id: organizer.id })
  })

  test('may take place on the last day of registration', async () => {
    const { date_event } = await created({ end_date: '2030-05-10', date_event: '2030-05-10' })
    expect(date_event).toBe('10/05/2030')
  })

  test('a question may have at most thirty options', async () => {
    const questionnaires = (count: number) => [
      {
        questionnaire_id: -60,
        description: 'Qual equipe?',
        kind: 'choice' as const,
        options: Array.from({ length: count }, (_, i) => `Equipe ${i + 1}`).join('\n'),
      },
    ]
    await created({ questionnaires: questionnaires(30) })
    expect(await errorsOf({ questionnaires: questionnaires(31) })).toEqual({
      'questionnaires.0.options': ['Use no máximo 30 opções.'],
    })
  })

  test('takes the time zone of its city, found regardless of accents and case', async () => {
    const { id, city } = await created({ state: 'am', city: 'TABATINGA' })
    const row = await db
      .selectFrom('events')
      .select('timezone')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    expect(row.timezone).toBe('America/Eirunepe')
    expect(city).toBe('Tabatinga')
  })

  test('has a unique slug, also when several with one title are created concurrently', async () => {
    const forms = await Promise.all([1, 2, 3, 4].map(() => eventForm(db, { title: 'Volta da Lagoa' })))
    const answers = await Promise.all(forms.map((form) => create(form)))
    expect(answers.map((answer) => answer.json().data?.slug).sort()).toEqual([
      'volta-da-lagoa',
      'volta-da-lagoa-2',
      'volta-da-lagoa-3',
      'volta-da-lagoa-4',
    ])
  })

  test('charges its organizer the setup fee once', async () => {
    await db.updateTable('fee_settings').set({ setup_fee_cents: 9_900 }).execute()
    const event = await created()
    await db.updateTable('fee_settings').set({ setup_fee_cents: 0 }).execute()
    expect(event.setup_fee).toBe('99.00')
    const body = { ...(await eventForm(db)), modalities: [], products: [], discount_cupons: [] }
    await app.call('PUT', `/organizer/events/${event.id}`, { token: organizer.token, body })
    const charges = await db
      .selectFrom('organizer_charges')
      .selectAll()
      .where('event_id', '=', event.id)
      .execute()
    expect(charges).toMatchObject([
      { organizer_id: organizer.organizerId, kind: 'setup_fee', amount_cents: 9_900 },
    ])
  })

  test('created by a realizador belongs to their organizer, and they can see it', async () => {
    const producer = await createProducer(db, { organizer, permissions: ['create-event', 'view-event'] })
    const event = await created({}, producer)
    expect(event.organizer_id).toBe(organizer.organizerId)
    expect(
      (await app.call('GET', `/organizer/events/${event.id}`, { token: producer.token })).statusCode,
    ).toBe(200)
  })

  test('created by Admin or Empresa names its organizer', async () => {
    const admin = await createUser(db, { roles: ['Admin'] })
    const producer = await createProducer(db, { organizer })
    const submit = async (organizer_id?: number) =>
      create(await eventForm(db, organizer_id === undefined ? {} : { organizer_id }), {
        ...organizer,
        ...admin,
      })
    expect((await submit()).json().errors).toEqual({ organizer_id: ['O campo é obrigatório'] })
    expect((await submit(producer.organizerId)).json().errors).toEqual({
      organizer_id: ['Organizador não encontrado.'],
    })
    expect((await submit(organizer.organizerId)).json().data.organizer_id).toBe(organizer.organizerId)
  })
})

describe('page 2 §5: validation of an event', () => {
  test.each([
    'title',
    'description',
    'start_date',
    'end_date',
    'date_event',
    'start_time',
    'state',
    'city',
    'contact_email',
    'cover_image',
    'event_image',
  ])('%s missing', async (field) => {
    const { [field as 'title']: _, ...form } = await eventForm(db)
    expect((await create(form)).json().errors[field][0]).toBe('O campo é obrigatório')
  })

  test.each<[string, Partial<EventInput>, Record<string, string[]>]>([
    [
      'the registrations end before they start',
      { start_date: '2027-05-10', end_date: '2027-05-09', date_event: '2027-06-01' },
      { end_date: ['O fim das inscrições não pode ser antes do início das inscrições.'] },
    ],
    [
      'the race is before the registrations end',
      { start_date: '2027-05-01', end_date: '2027-05-10', date_event: '2027-05-09' },
      { date_event: ['A data do evento não pode ser antes do fim das inscrições.'] },
    ],
    ['a day there is not', { date_event: '30/02/2027' }, { date_event: ['Data inválida'] }],
    ['a time there is not', { start_time: '25:00' }, { start_time: ['Campo não é válido'] }],
    [
      'a city of another state',
      { state: 'RJ', city: 'São Paulo' },
      { city: ['Cidade não encontrada neste estado.'] },
    ],
    [
      'a link that is none',
      { url_map: 'javascript:alert(1)' },
      { url_map: ['O campo precisa conter um endereço válido'] },
    ],
    [
      'no way to pay',
      { payment_methods: [] },
      { payment_methods: ['Por favor, selecione ao menos uma forma de pagamento.'] },
    ],
    [
      'no way to pay that is on',
      { payment_methods: [{ type: 0, status: 0 }] },
      { payment_methods: ['Por favor, selecione ao menos uma forma de pagamento.'] },
    ],
    [
      'a way to pay twice',
      { payment_methods: [{ type: 1 }, { type: 1 }] },
      { 'payment_methods.1.type': ['Esta forma de pagamento já foi adicionada.'] },
    ],
    [
      'kits without a category',
      { modalities: [], discount_cupons: [] },
      { products: ['Adicione ao menos uma categoria antes de cadastrar um produto.'] },
    ],
    ['a status of the platform', { status: 3 }, { status: ['Campo não é válido'] }],
    [
      'an item that is not its own',
      { terms: [{ id: 1, name: 'a', description: 'b' }] },
      {
        'terms.0.id': ['Este item não existe mais. Recarregue a página.'],
      },
    ],
  ])('%s', async (_, changes, errors) => {
    expect(await errorsOf(changes)).toEqual(errors)
  })

  const kit = (changes: object) => ({
    id: -1,
    name: 'Kit',
    value: '100',
    quantity: 10,
    rate_organizer: '10',
    ...changes,
  })
  test.each<[string, object, Record<string, string[]>]>([
    [
      'more shirts than kits',
      {
        shirt_sizes: [
          { size: 'P', quantity: 6 },
          { size: 'M', quantity: 5 },
        ],
      },
      { 'products.0.shirt_sizes': ['Produto "Kit" ultrapassou o limite de 10 camisetas (atualmente 11).'] },
    ],
    [
      'measures of a shirt that are none',
      {
        shirt_sizes: [
          { size: 'P', quantity: 1, width_cm: 'larga', length_cm: '0' },
          { size: 'M', quantity: 1, width_cm: '52,55', length_cm: 201 },
        ],
      },
      {
        'products.0.shirt_sizes.0.width_cm': ['Campo não é válido'],
        'products.0.shirt_sizes.0.length_cm': ['O campo precisa ser maior ou igual a 1'],
        'products.0.shirt_sizes.1.width_cm': ['Campo não é válido'],
        'products.0.shirt_sizes.1.length_cm': ['O campo precisa ser menor ou igual a 200'],
      },
    ],
    [
      'a size twice',
      {
        shirt_sizes: [
          { size: 'P', quantity: 1 },
          { size: 'P', quantity: 1 },
        ],
      },
      { 'products.0.shirt_sizes.1.size': ['Este tamanho já foi adicionado.'] },
    ],
    [
      'less than no kits',
      { quantity: -1 },
      { 'products.0.quantity': ['O campo precisa ser maior ou igual a 0'] },
    ],
    [
      'a rate over the enterprise’s most',
      { rate_organizer: '20.01' },
      { 'products.0.rate_organizer': ['A taxa é maior que o percentual máximo permitido.'] },
    ],
    [
      'a fixed fee over the enterprise’s most',
      { type_fee: 1, rate_organizer: '20.01' },
      { 'products.0.rate_organizer': ['A taxa é maior que o percentual máximo permitido.'] },
    ],
    [
      'a fee under the enterprise’s least',
      { rate_organizer: '1' },
      { 'products.0.rate_organizer': ['A taxa é menor que a taxa mínima de kits pagos.'] },
    ],
    [
      'more than all of it, of a free kit',
      { value: '0', rate_organizer: '101' },
      { 'products.0.rate_organizer': ['O campo precisa ser de 0 a 100'] },
    ],
  ])('a kit: %s', async (_, changes, errors) => {
    expect(await errorsOf({ products: [kit(changes)], discount_cupons: [] })).toEqual(errors)
  })

  test("rejects a free kit below the enterprise's minimum fee", async () => {
    await db.updateTable('fee_settings').set({ min_fee_free_cents: 150 }).execute()
    const errors = await errorsOf({
      products: [kit({ value: '0', rate_organizer: '0' })],
      discount_cupons: [],
    })
    await db.updateTable('fee_settings').set({ min_fee_free_cents: 0 }).execute()
    expect(errors).toEqual({
      'products.0.rate_organizer': ['A taxa é menor que a taxa mínima de kits gratuitos.'],
    })
  })

  test.each<[string, object[], Record<string, string[]>]>([
    [
      'a code twice, whatever its case',
      [
        { code: 'Natal', value: '5', type: 1 },
        { code: 'NATAL', value: '5', type: 1 },
      ],
      { 'discount_cupons.1.code': ['Este código já está em uso neste evento.'] },
    ],
    [
      'more than all',
      [{ code: 'A', value: '100.01', type: 0 }],
      {
        'discount_cupons.0.value': ['O desconto não pode passar de 100%.'],
      },
    ],
    [
      'an end before its start',
      [{ code: 'A', value: '5', type: 1, start_date: '2027-02-01', end_date: '2027-01-31' }],
      { 'discount_cupons.0.end_date': ['O fim da validade não pode ser antes do início da validade.'] },
    ],
    [
      'a kit that is not there',
      [{ code: 'A', value: '5', type: 1, product_id: -999 }],
      {
        'discount_cupons.0.product_id': ['O kit deste cupom não existe mais.'],
      },
    ],
  ])('a coupon: %s', async (_, coupons, errors) => {
    expect(await errorsOf({ discount_cupons: coupons as EventInput['discount_cupons'] })).toEqual(errors)
  })

  const sentence = { modalities: ['Cada modalidade precisa ter pelo menos um produto associado.'] }
  test('rejects a modality that cannot be bought: without a category, or without a kit for any of them', async () => {
    const { modalities = [], products = [] } = await eventForm(db)
    const forFirst = { ...at(products, 0), category_id: -10 }
    expect(await errorsOf({ products: [forFirst], discount_cupons: [] })).toEqual(sentence)
    expect(
      await errorsOf({ modalities: [at(modalities, 0), { modality_name: 'Infantil' }], discount_cupons: [] }),
    ).toEqual(sentence)
  })

  test('rejects a category without a kit; a draft may have one but cannot be opened with it', async () => {
    const { modalities = [], products = [] } = await eventForm(db)
    const bare = {
      products: [{ ...at(products, 0), category_id: -10 }],
      modalities: [at(modalities, 0)],
      discount_cupons: [],
    }
    expect(await errorsOf(bare)).toEqual({
      'modalities.0.categories.1.category_name': [
        'A categoria não tem produto: ninguém poderia se inscrever nela.',
      ],
    })
    const draft = await created({ ...bare, status: 0 })
    expect(draft.missing).toEqual(['category_kit'])
    const refused = await app.call('PUT', `/organizer/events/change-status/${draft.id}`, {
      token: organizer.token,
      body: { status: 1 },
    })
    expect([refused.statusCode, refused.json().exception]).toEqual([
      409,
      'Para abrir o evento falta um produto para cada categoria.',
    ])
  })

  test('rejects a total between zero and the minimum payment, however it is composed', async () => {
    const problem = async (changes: object) =>
      await errorsOf({ products: [kit({ status: 1, ...changes })], discount_cupons: [] })
    for (const changes of [
      { value: '4.99', rate_organizer: '0', is_increment: false },
      { value: '0', type_fee: 1, rate_organizer: '2.50', is_increment: true },
    ])
      expect(Object.keys(await problem(changes))).toContain('products.0.value')
    await db.updateTable('fee_settings').set({ min_fee_paid_cents: 0 }).execute()
    const free = kit({ value: '0', type_fee: 1, rate_organizer: '2.50', is_increment: false })
    expect((await created({ products: [free], discount_cupons: [] })).missing).toEqual([])
    // Half of it for a runner of 60 or more is the minimum.
    const least = kit({ value: '10', type_fee: 0, rate_organizer: '0', is_increment: true })
    expect((await created({ products: [least], discount_cupons: [] })).missing).toEqual([])
    await db.updateTable('fee_settings').set({ min_fee_paid_cents: 100 }).execute()
  })

  test('requires a payment method when a free kit has a fee on top', async () => {
    const withFee = kit({ value: '0', type_fee: 1, rate_organizer: '6', is_increment: true })
    const without = { payment_methods: [], discount_cupons: [] }
    expect(await errorsOf({ ...without, products: [withFee] })).toEqual({
      payment_methods: ['Por favor, selecione ao menos uma forma de pagamento.'],
    })
    const borne = { ...withFee, is_increment: false }
    expect((await created({ ...without, products: [borne] })).missing).toEqual([])
    const draft = await created({ ...without, products: [withFee], status: 0 })
    expect(draft.missing).toEqual(['payment'])
  })

  test('saves a kit linked to a missing category without the link', async () => {
    const { products = [] } = await eventForm(db)
    const event = await created({ products: [{ ...at(products, 0), id: -20, category_id: -999 }] })
    expect(event.products[0]?.category_id).toBeNull()
  })

  test('reports all problems at once', async () => {
    const errors = await errorsOf({
      payment_methods: [],
      city: 'Atlântida',
      start_date: '2027-01-01',
      end_date: '2026-01-01',
    })
    expect(Object.keys(errors).sort()).toEqual(['city', 'end_date', 'payment_methods'])
  })

  test('rejects text that cannot be stored', async () => {
    expect((await create(await eventForm(db, { description: 'nulo\u0000' }))).statusCode).toBe(400)
    const { description } = await created({ description: 'meio par \ud83c' })
    expect(description).toBe('meio par \ufffd')
  })
})

describe('pictures and files', () => {
  const dataUrl = (type: string, bytes: Buffer) => `data:${type};base64,${bytes.toString('base64')}`
  const picture = () =>
    sharp({ create: { width: 400, height: 300, channels: 3, background: '#e97504' } })
      .png()
      .toBuffer()

  test('sent within the form are stored in the sizes of their purpose', async () => {
    const image = dataUrl('image/png', await picture())
    const route = dataUrl('application/pdf', Buffer.from('%PDF-1.4 percurso'))
    const { modalities = [] } = await eventForm(db)
    const event = await created({
      cover_image: image,
      event_image: image,
      modalities: [
        { ...at(modalities, 0), categories: [{ category_id: -10, category_name: 'Geral', route }] },
      ],
    })
    expect(event.cover_image).toMatch(/^events\/[\w-]+\.jpg$/)
    expect(event.event_image).not.toBe(event.cover_image)
    expect(event.modalities[0]?.categories[0]?.route).toMatch(/^routes\/[\w-]+\.pdf$/)
    const uploads = await db
      .selectFrom('uploads')
      .select(['purpose', 'user_id'])
      .where('path', 'in', [event.cover_image ?? '', event.event_image ?? ''])
      .execute()
    expect(uploads.map((upload) => upload.purpose).sort()).toEqual(['cover', 'event'])
    expect((await app.fastify.inject(`/storage/${event.cover_image}`)).statusCode).toBe(200)
  })

  test.each([
    ['a path nobody uploaded', async () => 'events/nada.jpg', 'Arquivo não encontrado. Envie-o de novo.'],
    ['a private document', () => createUpload(db, 'documents'), 'Arquivo não encontrado. Envie-o de novo.'],
    ['no picture', async () => dataUrl('image/png', Buffer.from('nada')), 'Formato de arquivo não aceito.'],
    ['no data', async () => 'data:image/png;base64,!!!', 'Formato de arquivo não aceito.'],
    [
      'a PDF for a cover',
      async () => dataUrl('application/pdf', Buffer.from('%PDF-1.4')),
      'Formato de arquivo não aceito.',
    ],
  ])('%s is refused by field', async (_, cover, message) => {
    expect(await errorsOf({ cover_image: await cover() })).toEqual({ cover_image: [message] })
  })
})

test('ten events with one title created concurrently get ten slugs', { tags: 'operation' }, async () => {
  const title = 'Corrida das Dez'
  const form = await eventForm(db, { title })
  const answers = await Promise.all(Array.from({ length: 10 }, () => create(form)))
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(201))
  const slugs = answers.map((answer) => answer.json().data.slug)
  expect(new Set(slugs)).toEqual(
    new Set(Array.from({ length: 10 }, (_, n) => `corrida-das-dez${n ? `-${n + 1}` : ''}`)),
  )
})
