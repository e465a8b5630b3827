import { afterAll, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { EventInput } from '#contract/organizer-event.ts'
import { testApp } from '../../../../test/app.ts'
import { testDatabase } from '../../../../test/database.ts'
import { at, createEvent } from '../../../../test/factories/event.ts'
import { eventForm } from '../../../../test/factories/event-form.ts'
import { createOrganizer, createUser } from '../../../../test/factories/user.ts'
import { register, submission } from '../../../../test/wizard.ts'

// Nothing half-made goes public: an event that cannot be sold is neither listed nor opened, and a draft is its organizer's alone.

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

/** Where everybody finds the event: in the list, in the site map, on its page. */
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

describe('what cannot be sold', () => {
  test('is not public though it is Ativo, and is once a save completes it', async () => {
    const event = await create({ title: 'Incompleta', modalities: [], products: [], discount_cupons: [] })
    expect(event).toMatchObject({ status: 1, missing: ['modality', 'category', 'kit'], opened: false })
    expect(await found(event)).toEqual(NOWHERE)
    const whole = await eventForm(db, { title: 'Incompleta', lock_version: event.lock_version })
    const { data } = await call('PUT', `/organizer/events/${event.id}`, whole)
    expect(data).toMatchObject({ status: 1, missing: [], opened: true })
    expect(await found(event)).toEqual(PUBLIC)
  })

  test('cannot be opened, and the refusal says what is missing', async () => {
    const event = await create({ title: 'Sem kit', status: 0, products: [], discount_cupons: [] })
    const refused = await switchTo(event.id, 1)
    expect([refused.status, refused.exception]).toEqual([409, 'Para abrir o evento falta um produto ativo.'])
  })

  test('leaves the list when it becomes so, and closes; who has its link still finds it', async () => {
    const event = await create({ title: 'Desativada' })
    const form = { ...event, status: 1 }
    const products = form.products.map((kit: object) => ({ ...kit, status: 0 }))
    const { data } = await call('PUT', `/organizer/events/${event.id}`, { ...form, products })
    expect(data).toMatchObject({ missing: ['kit'], opened: true })
    expect(await found(event)).toEqual({ listed: false, mapped: false, page: 'inactive' })
  })

  test('is told in the list of events', async () => {
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

  test('needs a title only; its organizer finds, saves, previews and copies it, and it is not opened', async () => {
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
    // One day at a time, as it is typed.
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
      // The day that stands for none is not told.
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

  test('is refused without a title, and opened only with everything', async () => {
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

  test('may lack kits and payment methods, and is public once it is opened; closing it leaves it listed', async () => {
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

  test('is what a copy is', async () => {
    const event = await create({ title: 'Primeira edição' })
    const date_event = addDays(dayIn('America/Sao_Paulo', new Date()), 400)
    const { data } = await call('POST', `/organizer/events/${event.id}/duplicate`, { date_event })
    const copy = (await call('GET', `/organizer/events/${data.id}`)).data
    expect(copy).toMatchObject({ status: 0, missing: [], opened: false })
    expect(await found(copy)).toEqual(NOWHERE)
  })

  test('takes no registrations, whatever its status says', async () => {
    const event = await createEvent(db, { isDraft: true })
    const answer = await register(app, event, await createUser(db), submission(event))
    expect(answer.statusCode).toBe(409)
  })
})

describe('the link of a preview', () => {
  const secretOf = async (id: number) =>
    (await call('POST', `/organizer/events/${id}/preview`)).data.preview_token
  const seen = async (secret: string) => (await app.call('GET', `/events/preview/${secret}`)).statusCode

  test('shows a draft to whoever has it, until another one is made or it is taken away', async () => {
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

  test('outlives a save, and a copy has none', async () => {
    const draft = await create({ title: 'Prévia salva', status: 0 })
    const secret = await secretOf(draft.id)
    await call('PUT', `/organizer/events/${draft.id}`, { ...draft, title: 'Prévia mudada' })
    expect((await app.call('GET', `/events/preview/${secret}`)).json().data.title).toBe('Prévia mudada')
    expect((await call('GET', `/organizer/events/${draft.id}`)).data.preview_token).toBe(secret)
  })

  test('made up shows nothing', async () => {
    expect(await seen('x'.repeat(43))).toBe(404)
    expect(await seen('curto')).toBe(422)
  })
})

describe('an unlisted event', () => {
  const statusOf = async (path: string) => (await app.call('GET', path)).statusCode
  const SECRET = /^treino-fechado-[0-9a-f]{20}$/

  test('has an address that nobody guesses, and is found by nothing else', async () => {
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

  test('takes another address when it was never opened, and keeps it afterwards', async () => {
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
