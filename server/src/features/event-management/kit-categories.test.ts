import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import type { PublicEvent } from '#contract/event/event.ts'
import type { EventInput, OrganizerEvent } from '#contract/event-management/event-document.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'

// A kit that is sold in several categories, with one stock for all of them.

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const organizer = await createOrganizer(db)
const { token } = organizer
/** Sold in 5 km Geral and 10 km Geral, but not in 5 km PCD. */
const SHARED = {
  id: -20,
  name: 'Kit Único',
  value: '100.00',
  rate_organizer: '10.00',
  category_ids: [-10, -12],
}

/** A kit for the category in which the shared kit is not sold. */
const OF_PCD = { id: -22, name: 'Kit PCD', value: '90.00', rate_organizer: '10.00', category_ids: [-11] }

const create = async (products: unknown[], changes: Partial<EventInput> = {}) =>
  app.call('POST', '/events/create', {
    token,
    body: { ...(await eventForm(db, { discount_cupons: [], ...changes })), products },
  })
const created = async (products: unknown[]): Promise<OrganizerEvent> => {
  const answer = await create(products)
  expect(answer.statusCode, answer.body).toBe(201)
  return answer.json().data
}
const save = (event: { id: number }, changes: object) =>
  app.call('PUT', `/organizer/events/${event.id}`, { token, body: { ...event, ...changes } })
const idsOf = ({ modalities }: OrganizerEvent) =>
  modalities.flatMap(({ categories }) => categories.map((category) => category.category_id))
const published = async ({ id }: { id: number }): Promise<PublicEvent> =>
  (await app.call('GET', `/events/${id}`)).json().data

async function register(event: OrganizerEvent, categoryId: number) {
  const modality = event.modalities.find(({ categories }) =>
    categories.some((category) => category.category_id === categoryId),
  )
  return app.call('POST', `/events/${event.id}/register-participant`, {
    token: (await createUser(db)).token,
    body: {
      modality_id: modality?.modality_id,
      category_id: categoryId,
      product_id: at(event.products, 0).id,
      shirt_size_id: null,
      participant_term_acceptances: event.terms.map(({ id }) => ({ term_id: id, accepted: true })),
      questionnaire_acceptances: event.questionnaires.map(({ id }) => ({
        questionnaire_id: id,
        accepted: true,
      })),
      payment_method_id: at(event.payment_methods, 0).id,
    },
  })
}

describe('an event with a kit of several categories', () => {
  let event: OrganizerEvent
  beforeAll(async () => {
    event = await created([
      { ...SHARED, quantity: 2 },
      { id: -21, name: 'Kit de todos', value: '160.00', rate_organizer: '10.00' },
    ])
  })

  test('returns its categories, and the first of them as the single category', () => {
    const [general, , ten] = idsOf(event)
    expect(event.products).toMatchObject([
      { category_id: general, category_ids: [general, ten] },
      { category_id: null, category_ids: [] },
    ])
  })

  test('shows it and its price in these categories only', async () => {
    const page = await published(event)
    const [general, , ten] = idsOf(event)
    expect(page.products).toMatchObject([
      {
        category_id: general,
        category_ids: [general, ten],
        sold_in: '5 km · 5 km Geral e 10 km · 10 km Geral',
      },
      { category_id: null, category_ids: [], sold_in: null },
    ])
    const prices = page.modalities.flatMap(({ categories }) => categories.map(({ price }) => price))
    expect(prices).toEqual(['110.00', '176.00', '110.00'])
  })

  test('sells its last units regardless of the category, and then nothing more', async () => {
    const [general, pcd, ten] = idsOf(event)
    const refused = await register(event, pcd ?? 0)
    expect(refused.statusCode).toBe(422)
    expect(refused.json().errors).toEqual({ product_id: ['Escolha um kit'] })
    const answers = await Promise.all([general, ten, general, ten].map((id) => register(event, id ?? 0)))
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([201, 201, 409, 409])
    const page = await published(event)
    expect(page.products.map((kit) => kit.sold_out)).toEqual([true, false])
    const prices = page.modalities.flatMap(({ categories }) => categories.map(({ price }) => price))
    expect(prices).toEqual(['176.00', '176.00', '176.00'])
  })

  test('is copied with its categories', async () => {
    const answer = await app.call('POST', `/organizer/events/${event.id}/duplicate`, {
      token,
      body: { date_event: '2099-12-12' },
    })
    expect(answer.statusCode, answer.body).toBe(201)
    const copy: OrganizerEvent = (
      await app.call('GET', `/organizer/events/${answer.json().data.id}`, { token })
    ).json().data
    const [general, , ten] = idsOf(copy)
    expect(copy.products[0]).toMatchObject({ category_ids: [general, ten], quantity: 2, held: 0 })
  })
})

test('an inactive modality hides it only when it contains all its categories', async () => {
  const event = await created([
    { ...SHARED },
    { id: -21, name: 'Kit de todos', value: '160.00', rate_organizer: '10.00' },
  ])
  const [five, ten] = [at(event.modalities, 0), at(event.modalities, 1)]
  const first: OrganizerEvent = (await save(event, { modalities: [{ ...five, status: 0 }, ten] })).json().data
  expect((await published(event)).products).toHaveLength(2)
  const both = await save(first, {
    products: [
      { ...at(first.products, 0), category_id: null, category_ids: idsOf(event).slice(0, 2) },
      at(first.products, 1),
    ],
  })
  expect(both.statusCode, both.body).toBe(200)
  expect((await published(event)).products.map(({ name }) => name)).toEqual(['Kit de todos'])
})

test('the history names the categories before and after; an unchanged list is not recorded', async () => {
  const event = await created([{ ...SHARED }, OF_PCD])
  const [general, pcd, ten] = idsOf(event)
  const [kit, other] = event.products
  const same: OrganizerEvent = (await save(event, { title: 'Outro título' })).json().data
  const answer = await save(same, { products: [{ ...kit, category_ids: [general, pcd, ten, pcd] }, other] })
  expect(answer.json().data.products[0].category_ids).toEqual([general, pcd, ten])
  const history = (await app.call('GET', `/organizer/events/${event.id}/history`, { token })).json().data
  expect(history.slice(0, 2).map((entry: { changes: unknown }) => entry.changes)).toEqual([
    [
      {
        field: 'Produto "Kit Único" — Categorias',
        before: '5 km Geral; 10 km Geral',
        after: '5 km Geral; 5 km PCD; 10 km Geral',
      },
    ],
    [{ field: 'Título', before: 'Corrida da Cidade', after: 'Outro título' }],
  ])
})

describe('removing a category', () => {
  const without = ({ modalities }: OrganizerEvent, ...gone: (number | undefined)[]) =>
    modalities.map((modality) => ({
      ...modality,
      categories: modality.categories.filter(({ category_id: id }) => !gone.includes(id)),
    }))
  const ALL = { id: -21, name: 'Kit de todos', value: '160.00', rate_organizer: '10.00' }

  test('while others remain: it is sold in these', async () => {
    const event = await created([{ ...SHARED, category_ids: [-10, -11, -12] }])
    const [general, pcd, ten] = idsOf(event)
    const answer = await save(event, {
      modalities: without(event, pcd),
      products: event.products.map((kit) => ({ ...kit, category_id: general })),
    })
    expect(answer.json().data.products[0].category_ids).toEqual([general, ten])
  })

  test('when none remains: rejected, because it would be sold in all categories', async () => {
    const event = await created([{ ...SHARED, category_ids: [-10, -11] }, ALL])
    const [general, pcd] = idsOf(event)
    const answer = await save(event, { modalities: without(event, general, pcd).slice(1) })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({
      'products.0.category_ids': ['As categorias deste produto não existem mais.'],
    })
    const read: OrganizerEvent = (await app.call('GET', `/organizer/events/${event.id}`, { token })).json()
      .data
    expect(read).toEqual(event)
  })
})

describe('the single category of the specification', () => {
  test('is used when sent alone; together with several it is one of them', async () => {
    const { category_ids: _, ...kit } = SHARED
    const event = await created([
      { ...kit, category_id: -10 },
      { ...kit, id: -21, category_id: '' },
    ])
    const [general, pcd] = idsOf(event)
    expect(event.products).toMatchObject([
      { category_id: general, category_ids: [general] },
      { category_id: null, category_ids: [] },
    ])
    const answer = await save(event, {
      products: [{ ...at(event.products, 0), category_id: pcd }, at(event.products, 1)],
    })
    expect(answer.statusCode).toBe(422)
    expect(answer.json().errors).toEqual({
      'products.0.category_id': ['A categoria não está entre as categorias do produto.'],
    })
  })

  test('is dropped when it is removed, even when sent with the list that was read', async () => {
    const { category_ids: _, ...kit } = SHARED
    const event = await created([
      { ...kit, category_id: -12 },
      { ...kit, id: -21 },
    ])
    const answer = await save(event, { modalities: [at(event.modalities, 0)] })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.json().data.products[0]).toMatchObject({ category_id: null, category_ids: [] })
  })

  test.each([[['x']], [[1.5]], ['10'], [[null]]])('%j is rejected as categories', async (category_ids) => {
    const answer = await create([{ ...SHARED, category_ids }])
    expect(answer.statusCode).toBe(422)
    expect(Object.keys(answer.json().errors)[0]).toMatch(/^products\.0\.category_ids/)
  })

  test('a category of another event is rejected', async () => {
    const other = await created([{ ...SHARED }, OF_PCD])
    const answer = await create([{ ...SHARED, category_ids: idsOf(other) }])
    expect(answer.statusCode).toBe(422)
  })
})
