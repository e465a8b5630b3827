import { afterAll, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { EventInput } from '#contract/event-management/event-document.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { register, submission } from '#test/wizard.ts'

// An incomplete event is never public: it cannot be listed or opened, and only its organizer can see a draft.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const { token } = organizer

async function call(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) {
  const answer = await app.call(method, path, { token, body })
  return { status: answer.statusCode, ...answer.json() }
}
const create = async (changes: Partial<EventInput> = {}) => {
  const { status, data, errors } = await call('POST', '/events/create', await eventForm(db, changes))
  expect(status, JSON.stringify(errors)).toBe(201)
  return data
}
const switchTo = (id: number, status: 0 | 1) =>
  call('PUT', `/organizer/events/change-status/${id}`, { status })

/** Whether the public finds the event: in the list, in the sitemap and on its page. */
async function found({ id, slug, title }: { id: number; slug: string; title: string }) {
  const list = (await app.call('GET', `/events?title=${encodeURIComponent(title)}`)).json().data
  const map = (await app.fastify.inject('/sitemap.xml')).body
  const page = await app.call('GET', `/events/slug/${slug}`)
  return {
    listed: list.some((one: { id: number }) => one.id === id),
    mapped: map.includes(`/${slug}<`),
    page: page.statusCode === 200 ? (page.json().data.closed_reason ?? 'open') : page.statusCode,
  }
}
const PUBLIC = { listed: true, mapped: true, page: 'open' }
const NOWHERE = { listed: false, mapped: false, page: 404 }

describe('an event that cannot be sold', () => {
  test('is not public although it is Ativo, and becomes public when a save completes it', async () => {
    const event = await create({ title: 'Incompleta', modalities: [], products: [], discount_cupons: [] })
    expect(event).toMatchObject({ status: 1, missing: ['modality', 'category', 'kit'], opened: false })
    expect(await found(event)).toEqual(NOWHERE)
    const whole = await eventForm(db, { title: 'Incompleta', lock_version: event.lock_version })
    const { data } = await call('PUT', `/organizer/events/${event.id}`, whole)
    expect(data).toMatchObject({ status: 1, missing: [], opened: true })
    expect(await found(event)).toEqual(PUBLIC)
  })

  test('cannot be opened, and the error lists what is missing', async () => {
    const event = await create({ title: 'Sem kit', status: 0, products: [], discount_cupons: [] })
    const refused = await switchTo(event.id, 1)
    expect([refused.status, refused.exception]).toEqual([409, 'Para abrir o evento falta um produto ativo.'])
  })

  test('leaves the list and closes when it becomes incomplete; its link still works', async () => {
    const event = await create({ title: 'Desativada' })
    const form = { ...event, status: 1 }
    const products = form.products.map((kit: object) => ({ ...kit, status: 0 }))
    const { data } = await call('PUT', `/organizer/events/${event.id}`, { ...form, products })
    expect(data).toMatchObject({ missing: ['kit'], opened: true })
    expect(await found(event)).toEqual({ listed: false, mapped: false, page: 'inactive' })
  })

  test('is marked in the list of events', async () => {
    const event = await create({ title: 'Na lista', modalities: [], products: [], discount_cupons: [] })
    const { data } = await call('GET', '/organizer/events?title=lista')
    expect(data.find((one: { id: number }) => one.id === event.id)).toMatchObject({
      missing: ['modality', 'category', 'kit'],
      opened: false,
    })
  })
})

describe('a draft', () => {
  const TITLE_ONLY = {
    description: '',
    start_date: '',
    end_date: '',
    date_event: '',
    start_time: '',
    state: '',
    city: '',
    contact_email: '',
    cover_image: '',
    event_image: '',
    vacancy_limit: null,
    modalities: [],
    products: [],
    terms: [],
    questionnaires: [],
    payment_methods: [],
    discount_cupons: [],
  }

  test('needs only a title; its organizer can find, save, preview and copy it, but it is not opened', async () => {
    const draft = await create({ ...TITLE_ONLY, title: 'Só um título', status: 0 })
    expect(draft).toMatchObject({
      title: 'Só um título',
      status: 0,
      description: null,
      start_date: null,
      end_date: null,
      date_event: null,
      start_time: null,
      city: null,
      cover_image: null,
      missing: ['details', 'modality', 'category', 'kit'],
      opened: false,
    })
    expect(await found(draft)).toEqual(NOWHERE)
    const refused = await switchTo(draft.id, 1)
    expect(refused.exception).toBe(
      'Para abrir o evento falta completar os dados do evento, uma modalidade ativa, uma categoria e um produto ativo.',
    )
    // Only one of the two days, as while typing.
    const again = await call('PUT', `/organizer/events/${draft.id}`, { ...draft, end_date: '2031-05-10' })
    expect(again.data).toMatchObject({ start_date: null, end_date: '10/05/2031' })
    const listed = await call('GET', `/organizer/events?title=${encodeURIComponent('Só um título')}`)
    expect(listed.data).toMatchObject([{ date_event: null, start_time: null, city: null }])
    for (const path of [
      '/organizer/dashboard',
      '/organizer/morning',
      `/organizer/events/${draft.id}/history`,
      `/organizer/events/${draft.id}/dashboard`,
      `/organizer/events/${draft.id}/participants`,
      '/organizer/statement',
      `/organizer/events/${draft.id}/audience`,
      '/organizer/payout-balance',
    ]) {
      const answer = await call('GET', path)
      expect([path, answer.status]).toEqual([path, 200])
      // The placeholder for a missing day must not be visible.
      expect(JSON.stringify(answer)).not.toContain('2199')
    }
    const secret = (await call('POST', `/organizer/events/${draft.id}/preview`)).data.preview_token
    expect((await app.call('GET', `/events/preview/${secret}`)).json().data).toMatchObject({
      title: 'Só um título',
      date_event: null,
      start_time: null,
    })
    const date_event = addDays(dayIn('America/Sao_Paulo', new Date()), 90)
    const { data: copy } = await call('POST', `/organizer/events/${draft.id}/duplicate`, { date_event })
    expect((await call('GET', `/organizer/events/${copy.id}`)).data).toMatchObject({
      date_event: toBrazilianDate(date_event),
      start_date: null,
      start_time: null,
    })
    expect((await call('DELETE', `/organizer/events/${draft.id}`)).status).toBe(200)
  })

  test('is rejected without a title, and opens only when complete', async () => {
    const body = { ...(await eventForm(db, { ...TITLE_ONLY })), title: '', status: 0 }
    expect(Object.keys((await call('POST', '/events/create', body)).errors)).toEqual(['title'])
    const open = await call('POST', '/events/create', { ...body, title: 'Aberto', status: 1 })
    expect(Object.keys(open.errors).sort()).toEqual(
      [
        'city',
        'contact_email',
        'cover_image',
        'date_event',
        'description',
        'end_date',
        'event_image',
        'start_date',
        'start_time',
        'state',
      ].sort(),
    )
    const draft = await create({ title: 'Completo', status: 0 })
    const emptied = { ...draft, description: '', lock_version: draft.lock_version }
    expect((await call('PUT', `/organizer/events/${draft.id}`, emptied)).data.missing).toEqual(['details'])
    const opening = await call('PUT', `/organizer/events/${draft.id}`, {
      ...draft,
      description: '',
      status: 1,
      lock_version: 2,
    })
    expect(opening.errors).toEqual({ description: ['O campo é obrigatório'] })
  })

  /**
   * One item of each list without name, amount and text; kit, coupon and question reference their related
   * items.
   */
  const HALF_TYPED = {
    modalities: [
      { modality_id: -901, modality_name: '', categories: [{ category_id: -902, category_name: ' ' }] },
    ],
    products: [
      {
        id: -903,
        name: '',
        value: '',
        rate_organizer: '',
        category_ids: [-902],
        shirt_sizes: [{ id: -904, size: '' }, { id: -905 }, { id: -906, size: 'M', quantity: 3 }],
      },
      { id: -907, name: null, value: null, quantity: 5 },
    ],
    discount_cupons: [
      { id: -908, code: '', value: '', type: 0, product_id: -903 },
      { id: -909, code: null, type: 1 },
    ],
    terms: [{ id: -910, name: '', description: '' }],
    questionnaires: [
      { id: -911, description: '', modality_id: -901 },
      { id: -912, description: 'Qual prova?', kind: 'choice', options: 'Só uma' },
    ],
    cancellation_tiers: [
      { id: -913, days_before: '', refund_rate: '' },
      { id: -914, days_before: null },
    ],
  } as unknown as Partial<EventInput>
  const LACKING = [
    'modalities.0.modality_name',
    'modalities.0.categories.0.category_name',
    'products.0.name',
    'products.0.value',
    'products.0.rate_organizer',
    'products.0.shirt_sizes.0.size',
    'products.0.shirt_sizes.1.size',
    'products.1.name',
    'products.1.value',
    'discount_cupons.0.code',
    'discount_cupons.0.value',
    'discount_cupons.1.code',
    'discount_cupons.1.value',
    'terms.0.name',
    'terms.0.description',
    'questionnaires.0.description',
    'cancellation_tiers.0.days_before',
    'cancellation_tiers.0.refund_rate',
    'cancellation_tiers.1.days_before',
    'cancellation_tiers.1.refund_rate',
  ]

  test('preserves items without name, amount or text, and the links between them', async () => {
    const draft = await create({ title: 'Pela metade', status: 0, ...HALF_TYPED })
    const { modalities, products, ...lists } = (await call('GET', `/organizer/events/${draft.id}`)).data
    const [{ modality_id, modality_name, categories }] = modalities
    expect([modality_name, categories[0].category_name]).toEqual(['', ''])
    expect(products).toMatchObject([
      {
        name: '',
        value: null,
        rate_organizer: null,
        category_ids: [categories[0].category_id],
        shirt_sizes: [{ size: '' }, { size: '' }, { size: 'M', quantity: 3 }],
      },
      { name: '', value: null, rate_organizer: '0.00', quantity: 5 },
    ])
    expect(lists).toMatchObject({
      missing: ['details'],
      opened: false,
      discount_cupons: [
        { code: '', value: null, product_id: products[0].id },
        { code: '', value: null },
      ],
      terms: [{ name: '', description: '' }],
      questionnaires: [{ description: '', modality_id }, { options: 'Só uma' }],
      cancellation_tiers: [
        { days_before: null, refund_rate: null },
        { days_before: null, refund_rate: null },
      ],
    })
    // Saving it unchanged changes nothing.
    const again = await call('PUT', `/organizer/events/${draft.id}`, draft)
    expect(again.data).toEqual({ ...draft, lock_version: 2 })
    const copied = await call('POST', `/organizer/events/${draft.id}/duplicate`, { date_event: '2031-05-10' })
    const copy = (await call('GET', `/organizer/events/${copied.data.id}`)).data
    expect(copy).toMatchObject({ missing: ['details'], products: [{ name: '', value: null }, { name: '' }] })
  })

  test('with such items is not public, sold or opened; its preview shows the complete ones', async () => {
    const { modalities = [], products = [], ...form } = await eventForm(db, { title: 'Prévia pela metade' })
    const draft = await create({
      ...form,
      ...HALF_TYPED,
      modalities: [...modalities, ...(HALF_TYPED.modalities ?? [])],
      products: [...products, ...(HALF_TYPED.products ?? [])],
      discount_cupons: [{ code: 'SEMVALOR', type: 0 }] as unknown as EventInput['discount_cupons'],
      status: 0,
    })
    expect(draft.missing).toEqual(['details'])
    expect(await found(draft)).toEqual(NOWHERE)
    const refused = await switchTo(draft.id, 1)
    expect(refused.exception).toBe('Para abrir o evento falta completar os dados do evento.')
    // Even if its status is set to open.
    await db.updateTable('events').set({ status: 1 }).where('id', '=', draft.id).execute()
    expect(await found(draft)).toEqual(NOWHERE)
    const runner = await createUser(db)
    const answersOf = async (kit: number) => {
      const body = { event_id: draft.id, product_id: draft.products.at(kit).id, code: 'SEMVALOR' }
      return (await app.call('POST', '/participant/validate-coupon', { token: runner.token, body })).json()
    }
    expect((await answersOf(0)).errors).toEqual({ code: ['Cupom inválido.'] })
    expect((await answersOf(-1)).errors).toEqual({
      product_id: ['Selecione um kit antes de aplicar o cupom.'],
    })
    await db.updateTable('events').set({ status: 0 }).where('id', '=', draft.id).execute()
    const secret = (await call('POST', `/organizer/events/${draft.id}/preview`)).data.preview_token
    const { data: shown } = (await app.call('GET', `/events/preview/${secret}`)).json()
    const namesOf = (items: { name?: string; modality_name?: string }[]) =>
      items.map((one) => one.name ?? one.modality_name)
    expect(namesOf(shown.modalities)).toEqual(modalities.map((one) => one.modality_name))
    expect(namesOf(shown.products)).toEqual(products.map((one) => one.name))
    expect([shown.terms, shown.questionnaires.length]).toEqual([[], 1])
    for (const path of ['history', 'dashboard', 'participants', 'audience']) {
      const answer = await call('GET', `/organizer/events/${draft.id}/${path}`)
      expect([path, answer.status]).toEqual([path, 200])
    }
  })

  test('is rejected field by field when it should be open, and opens once its items are complete', async () => {
    const draft = await create({ title: 'Do começo ao fim', status: 0, ...HALF_TYPED })
    const required = Object.fromEntries(LACKING.map((field) => [field, ['O campo é obrigatório']]))
    const errors = {
      ...required,
      'questionnaires.1.options': ['Escreva ao menos duas opções, uma em cada linha.'],
    }
    const opening = await call('PUT', `/organizer/events/${draft.id}`, { ...draft, status: 1 })
    expect([opening.status, opening.errors]).toEqual([422, errors])
    const creating = await call(
      'POST',
      '/events/create',
      await eventForm(db, { title: 'Aberto de uma vez', status: 1, ...HALF_TYPED }),
    )
    expect([creating.status, creating.errors]).toEqual([422, errors])
    const [modality] = draft.modalities
    const [kit] = draft.products
    const finished = {
      ...draft,
      status: 1,
      modalities: [
        {
          ...modality,
          modality_name: '5 km',
          categories: [{ ...modality.categories[0], category_name: 'Geral' }],
        },
      ],
      products: [{ ...kit, name: 'Kit', value: '80.00', rate_organizer: '10.00', shirt_sizes: [] }],
      discount_cupons: [],
      terms: [],
      questionnaires: [],
      cancellation_tiers: [],
    }
    const { data, ...rest } = await call('PUT', `/organizer/events/${draft.id}`, finished)
    expect(rest.status, JSON.stringify(rest)).toBe(200)
    expect(data).toMatchObject({ status: 1, missing: [], opened: true })
    expect(await found(data)).toEqual(PUBLIC)
    const history = (await call('GET', `/organizer/events/${draft.id}/history`)).data
    const fields = at(history as { changes: { field: string }[] }[], 0).changes.map(({ field }) => field)
    expect(fields).toContain('Produto sem nome — Nome')
    expect(fields).toContain('Prazo de cancelamento sem nome — Fica com a taxa de serviço')
    // It has been open: it is no longer a draft, even when closed.
    const unnamed = { ...data, status: 0, products: [{ ...data.products[0], name: '' }] }
    expect((await call('PUT', `/organizer/events/${draft.id}`, unnamed)).errors).toEqual({
      'products.0.name': ['O campo é obrigatório'],
    })
  })

  test('is rejected for invalid values, although it may lack values', async () => {
    const wrong = {
      products: [{ id: -1, name: 'a'.repeat(121), value: '-1' }],
      discount_cupons: [],
    } as unknown as Partial<EventInput>
    const answer = await call('POST', '/events/create', await eventForm(db, { ...wrong, status: 0 }))
    expect(answer.errors).toEqual({
      'products.0.name': ['O campo pode ter no máximo 120 caracteres'],
      'products.0.value': ['Campo não é válido'],
    })
    const coupon = { discount_cupons: [{ code: '', value: '100.01', type: 0 as const }], status: 0 as const }
    expect((await call('POST', '/events/create', await eventForm(db, coupon))).errors).toEqual({
      'discount_cupons.0.value': ['O desconto não pode passar de 100%.'],
    })
  })

  test('may lack kits and payment methods, becomes public when opened, and stays listed when closed', async () => {
    const draft = await create({
      title: 'Rascunho',
      status: 0,
      products: [],
      discount_cupons: [],
      payment_methods: [],
    })
    expect(draft).toMatchObject({ status: 0, opened: false })
    expect(await found(draft)).toEqual(NOWHERE)
    const whole = await eventForm(db, { title: 'Rascunho', lock_version: draft.lock_version, status: 0 })
    const saved = await call('PUT', `/organizer/events/${draft.id}`, whole)
    expect(saved.data).toMatchObject({ status: 0, missing: [], opened: false })
    expect(await found(draft)).toEqual(NOWHERE)
    expect((await switchTo(draft.id, 1)).status).toBe(200)
    expect(await found(draft)).toEqual(PUBLIC)
    expect((await switchTo(draft.id, 0)).status).toBe(200)
    expect(await found(draft)).toEqual({ ...PUBLIC, page: 'inactive' })
  })

  test('is the state of a copy', async () => {
    const event = await create({ title: 'Primeira edição' })
    const date_event = addDays(dayIn('America/Sao_Paulo', new Date()), 400)
    const { data } = await call('POST', `/organizer/events/${event.id}/duplicate`, { date_event })
    const copy = (await call('GET', `/organizer/events/${data.id}`)).data
    expect(copy).toMatchObject({ status: 0, missing: [], opened: false })
    expect(await found(copy)).toEqual(NOWHERE)
  })

  test('accepts no registrations, whatever its status', async () => {
    const event = await createEvent(db, { isDraft: true })
    const answer = await register(app, event, await createUser(db), submission(event))
    expect(answer.statusCode).toBe(409)
  })
})

describe('the link of a preview', () => {
  const secretOf = async (id: number) =>
    (await call('POST', `/organizer/events/${id}/preview`)).data.preview_token
  const seen = async (secret: string) => (await app.call('GET', `/events/preview/${secret}`)).statusCode

  test('shows a draft until the link is replaced or removed', async () => {
    const draft = await create({ title: 'Prévia', status: 0 })
    const first = await secretOf(draft.id)
    expect((await app.call('GET', `/events/preview/${first}`)).json().data).toMatchObject({
      title: 'Prévia',
      status: 0,
    })
    const second = await secretOf(draft.id)
    expect([await seen(first), await seen(second)]).toEqual([404, 200])
    expect((await call('GET', `/organizer/events/${draft.id}`)).data.preview_token).toBe(second)
    expect((await call('DELETE', `/organizer/events/${draft.id}/preview`)).status).toBe(200)
    expect(await seen(second)).toBe(404)
    const history = (await call('GET', `/organizer/events/${draft.id}/history`)).data
    expect(at(history as { action: string }[], 0).action).toBe('event.preview_removed')
  })

  test('survives a save, and is not copied', async () => {
    const draft = await create({ title: 'Prévia salva', status: 0 })
    const secret = await secretOf(draft.id)
    await call('PUT', `/organizer/events/${draft.id}`, { ...draft, title: 'Prévia mudada' })
    expect((await app.call('GET', `/events/preview/${secret}`)).json().data.title).toBe('Prévia mudada')
    expect((await call('GET', `/organizer/events/${draft.id}`)).data.preview_token).toBe(secret)
  })

  test('with an invented token shows nothing', async () => {
    expect(await seen('x'.repeat(43))).toBe(404)
    expect(await seen('curto')).toBe(422)
  })
})

describe('an unlisted event', () => {
  const statusOf = async (path: string) => (await app.call('GET', path)).statusCode
  const SECRET = /^treino-fechado-[0-9a-f]{20}$/

  test('has an unguessable address, and cannot be found in any other way', async () => {
    const [event, another] = [
      await create({ title: 'Treino fechado', is_public: false }),
      await create({ title: 'Treino fechado', is_public: false }),
    ]
    expect(event.slug).toMatch(SECRET)
    expect(another.slug).toMatch(SECRET)
    expect(another.slug).not.toBe(event.slug)
    expect(await found(event)).toEqual({ listed: false, mapped: false, page: 'open' })
    expect(await statusOf(`/events/${event.id}`)).toBe(404)
    expect(await statusOf('/events/slug/treino-fechado')).toBe(404)
  })

  test('gets another address before it was first opened, and keeps it afterwards', {
    tags: 'operation',
  }, async () => {
    const draft = await create({ title: 'Treino fechado', status: 0 })
    expect(draft.slug).not.toMatch(SECRET)
    const save = async (changes: Partial<EventInput>) => {
      const body = await eventForm(db, { title: 'Treino fechado', ...changes })
      const { status, data, message } = await call('PUT', `/organizer/events/${draft.id}`, body)
      expect(status, message).toBe(200)
      return data
    }
    const unlisted = await save({ status: 0, is_public: false })
    expect(unlisted.slug).toMatch(SECRET)
    expect((await save({ status: 0, is_public: false })).slug).toBe(unlisted.slug)
    expect((await save({ status: 0, is_public: true })).slug).not.toMatch(SECRET)
    const opened = await save({ status: 1, is_public: false })
    expect(opened.slug).toMatch(SECRET)
    expect((await save({ status: 1, is_public: true })).slug).toBe(opened.slug)
    expect(await statusOf(`/events/${draft.id}`)).toBe(200)
    await save({ status: 1, is_public: false })
    expect(await statusOf(`/events/${draft.id}`)).toBe(404)
    expect(await statusOf(`/events/slug/${opened.slug}`)).toBe(200)
  })
})
