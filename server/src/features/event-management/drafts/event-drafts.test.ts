import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { MOST_DRAFTS } from '#contract/event-management/event-drafts.ts'
import { loadConfig } from '#server/config.ts'
import { removeUnusedFiles } from '#server/features/event/uploads/remove-unused-files.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUpload, eventForm } from '#test/factories/event-form.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const AT_ONCE = 6

interface Given {
  id?: string
  version?: number
  event_id?: number | null
  organizer_id?: number | null
  title?: string
  form?: object
}
const save = async (given: Given = {}, { token }: { token: string } = organizer) => {
  const { id = randomUUID(), title = 'Noturna', form = {}, ...place } = given
  const answer = await app.call('PUT', `/organizer/event-drafts/${id}`, {
    token,
    body: {
      version: 0,
      event_id: null,
      organizer_id: null,
      title,
      ...place,
      document: { form: { title, ...form }, base: null },
    },
  })
  return { id, status: answer.statusCode, ...answer.json() }
}
const call = async (method: 'GET' | 'DELETE', path: string, { token }: { token: string } = organizer) => {
  const answer = await app.call(method, path, { token })
  return { status: answer.statusCode, ...answer.json() }
}
const read = (id: string, who?: TestUser) => call('GET', `/organizer/event-drafts/${id}`, who)
const list = (query = '', who?: { token: string }) => call('GET', `/organizer/event-drafts${query}`, who)

describe('a draft of a new event', () => {
  test('needs only a title, is returned as it was sent, listed and searched', async () => {
    const form = { title: 'Noturna da Orla', modalities: [{ price: '12,' }], is_public: true }
    const { id, data } = await save({ title: form.title, form })
    expect(data).toMatchObject({ version: 1 })
    expect((await read(id)).data).toMatchObject({
      id,
      event_id: null,
      title: form.title,
      version: 1,
      updated_by: organizer.name,
      document: { form, base: null },
    })
    for (const query of ['', '?title=orla'])
      expect((await list(query)).data).toMatchObject([{ id, title: form.title }])
    expect((await list('?title=maratona')).data).toEqual([])
    expect((await save({ title: ' ' })).errors).toEqual({ title: ['O campo é obrigatório'] })
    expect((await call('DELETE', `/organizer/event-drafts/${id}`)).message).toBe('Rascunho apagado.')
    expect(await read(id)).toMatchObject({ status: 404, message: 'Este rascunho não existe mais.' })
  })

  test('a save over another version is refused; the same first save twice makes one draft', async () => {
    const { id } = await save()
    expect(await save({ id })).toMatchObject({ status: 409 })
    expect((await save({ id, version: 1, title: 'Minha' })).data.version).toBe(2)
    expect(await save({ id, version: 1, title: 'Dela' })).toMatchObject({ status: 409 })
    expect((await read(id)).data).toMatchObject({ title: 'Minha', version: 2 })
    expect(await save({ version: 7 })).toMatchObject({ status: 404 })
  })

  test(`of ${AT_ONCE} saves of one version at once, one succeeds`, async () => {
    const { id } = await save()
    const saves = Array.from({ length: AT_ONCE }, (_, n) => save({ id, version: 1, title: `Título ${n}` }))
    const statuses = (await Promise.all(saves)).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(409)])
    expect((await read(id)).data.version).toBe(2)
  })

  test('an organizer has a limited number, also when they are begun at once', {
    tags: 'operation',
  }, async () => {
    const owner = await createOrganizer(db)
    for (let n = 0; n < MOST_DRAFTS - 1; n++) await save({}, owner)
    const statuses = (await Promise.all([save({}, owner), save({}, owner)])).map(({ status }) => status)
    expect(statuses.sort()).toEqual([200, 409])
    expect((await list('', owner)).meta.total).toBe(MOST_DRAFTS)
  })

  test('a document above two megabytes is refused', async () => {
    expect((await save({ form: { rules: 'x'.repeat(2_100_000) } })).status).toBe(413)
    expect((await save({ form: { rules: 'x'.repeat(1_000_000) } })).status).toBe(200)
  })

  test('belongs to the organizer and to realizadores who may create events, not to others', async () => {
    const { id } = await save()
    const [creator, editor] = [
      await createProducer(db, { organizer, events: [], permissions: ['create-event'] }),
      await createProducer(db, { organizer, events: [], permissions: ['edit-event'] }),
    ]
    expect((await read(id, creator)).status).toBe(200)
    expect((await save({ id, version: 1 }, creator)).status).toBe(200)
    expect((await read(id)).data.updated_by).toBe(creator.name)
    expect((await read(id, editor)).status).toBe(403)
    expect((await list('', editor)).status).toBe(403)
    const stranger = await createOrganizer(db)
    expect((await read(id, stranger)).status).toBe(404)
    expect((await save({ id, version: 2 }, stranger)).status).toBe(404)
    expect((await call('DELETE', `/organizer/event-drafts/${id}`, stranger)).status).toBe(404)
    expect((await list('', stranger)).data).toEqual([])
  })

  test('Empresa drafts for its own organizers, and alone until it names one', async () => {
    const { id: enterpriseId } = await db
      .insertInto('enterprises')
      .values({ name: 'Parceira' })
      .returning('id')
      .executeTakeFirstOrThrow()
    const own = await createOrganizer(db, { enterpriseId })
    const [staff, colleague] = [
      await createUser(db, { roles: ['Empresa'] }),
      await createUser(db, { roles: ['Empresa'] }),
    ]
    const ids = [staff.id, colleague.id]
    await db
      .updateTable('user_roles')
      .set({ enterprise_id: enterpriseId })
      .where('user_id', 'in', ids)
      .where('role', '=', 'Empresa')
      .execute()
    const { id } = await save({}, staff)
    expect((await read(id, staff)).data.organizer).toBeNull()
    expect((await read(id, colleague)).status).toBe(404)
    expect((await save({ id, version: 1, organizer_id: organizer.organizerId }, staff)).errors).toEqual({
      organizer_id: ['Organizador não encontrado.'],
    })
    expect((await save({ id, version: 1, organizer_id: own.organizerId }, staff)).status).toBe(200)
    for (const who of [colleague, own]) expect((await read(id, who)).status).toBe(200)
    expect((await read(id)).status).toBe(404)
  })
})

describe('a draft of an organizer that Admin continues', () => {
  test('stays the organizer’s, and is another one’s once Admin names it', async () => {
    const admin = await createUser(db, { roles: ['Admin'] })
    const [owner, other] = [await createOrganizer(db), await createOrganizer(db)]
    const { id } = await save({}, owner)
    expect((await save({ id, version: 1 }, admin)).data.version).toBe(2)
    expect((await read(id, owner)).data).toMatchObject({ organizer_id: owner.organizerId, version: 2 })
    const named = { id, version: 2, organizer_id: other.organizerId }
    expect((await save(named, admin)).data.version).toBe(3)
    expect((await read(id, owner)).status).toBe(404)
    expect((await read(id, other)).data.organizer_id).toBe(other.organizerId)
  })

  test('is not moved to an organizer who has as many as allowed, also when two are moved at once', {
    tags: 'operation',
  }, async () => {
    const admin = await createUser(db, { roles: ['Admin'] })
    const owner = await createOrganizer(db)
    const organizer_id = owner.organizerId
    for (let n = 0; n < MOST_DRAFTS - 1; n++) await save({}, owner)
    const ids = [(await save({}, admin)).id, (await save({}, admin)).id]
    const move = (id: string) => save({ id, version: 1, organizer_id }, admin)
    const answers = await Promise.all(ids.map(move))
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409])
    const moved = answers.find(({ status }) => status === 200)?.id
    expect((await save({ id: moved, version: 2, organizer_id }, admin)).status).toBe(200)
    expect((await list('', owner)).meta.total).toBe(MOST_DRAFTS)
  })
})

describe('a draft of an event', () => {
  test('is one for all who may edit it, and is found by the event', async () => {
    const event = await createEvent(db, { organizerId: organizer.organizerId })
    const saves = Array.from({ length: AT_ONCE }, () => save({ event_id: event.id }))
    const answers = await Promise.all(saves)
    expect(answers.map(({ status }) => status).sort()).toEqual([200, ...Array(AT_ONCE - 1).fill(409)])
    const id = answers.find(({ status }) => status === 200)?.id ?? ''
    expect((await list(`?event_id=${event.id}`)).data).toMatchObject([{ id, event_id: event.id, version: 1 }])
    expect((await list()).data.filter((row: { id: string }) => row.id === id)).toEqual([])

    const permissions = ['edit-event', 'create-event'] as const
    const linked = await createProducer(db, { organizer, permissions, events: [event.id] })
    const unlinked = await createProducer(db, { organizer, permissions, events: [] })
    const creator = await createProducer(db, { organizer, permissions: ['create-event'], events: [event.id] })
    expect((await read(id, linked)).status).toBe(200)
    expect((await read(id, unlinked)).status).toBe(404)
    expect((await read(id, creator)).status).toBe(403)
    expect((await save({ id, version: 1, event_id: event.id }, unlinked)).status).toBe(404)
    expect((await save({ id, version: 1, event_id: event.id }, creator)).status).toBe(403)
    // Not as a draft of a new event either.
    expect((await save({ id, version: 1 }, creator)).status).toBe(403)
    expect((await save({ id, version: 1, event_id: event.id }, linked)).status).toBe(200)
  })

  test('goes with the save that it became, and with the event', async () => {
    const created = await app.call('POST', '/events/create', {
      token: organizer.token,
      body: await eventForm(db, { status: 0 }),
    })
    const event = created.json().data
    const put = (from_draft: object) =>
      app.call('PUT', `/organizer/events/${event.id}`, {
        token: organizer.token,
        body: { ...event, from_draft },
      })
    const { id } = await save({ event_id: event.id })
    const stale = await put({ id, version: 2 })
    expect([stale.statusCode, stale.json().exception]).toEqual([
      409,
      expect.stringContaining('Outra pessoa salvou'),
    ])
    expect((await put({ id, version: 1 })).statusCode).toBe(200)
    expect((await read(id)).status).toBe(404)
    const { id: next } = await save({ event_id: event.id })
    expect((await call('DELETE', `/organizer/events/${event.id}`)).status).toBe(200)
    expect((await read(next)).status).toBe(404)
  })
})

describe('creating an event from a draft', () => {
  const create = async (from_draft: object, key?: string) =>
    app.call('POST', '/events/create', {
      token: organizer.token,
      body: { ...form, from_draft },
      ...(key && { headers: { 'idempotency-key': key } }),
    })
  const eventForms = eventForm(db, { title: 'Do rascunho' })
  let form = {}

  test('deletes it; a refused event leaves it', async () => {
    form = await eventForms
    const { id } = await save({ title: 'Do rascunho' })
    const refused = await app.call('POST', '/events/create', {
      token: organizer.token,
      body: { ...form, city: 'Nenhures', from_draft: { id, version: 1 } },
    })
    expect(refused.statusCode).toBe(422)
    expect((await read(id)).status).toBe(200)
    expect((await create({ id, version: 1 })).statusCode).toBe(201)
    expect((await read(id)).status).toBe(404)
  })

  test('happens once, whoever asks at once; a repeated request finds its event', async () => {
    form = await eventForms
    const { id } = await save({ title: 'Do rascunho' })
    const draft = { id, version: 1 }
    const keys = ['a', 'a', 'b', 'c'].map((key) => `${id}-${key}`)
    const answers = await Promise.all(keys.map((key) => create(draft, key)))
    const events = answers.filter(({ statusCode }) => statusCode === 201).map((one) => one.json().data.id)
    expect(new Set(events).size).toBe(1)
    for (const { statusCode } of answers) expect([201, 409]).toContain(statusCode)
    const again = await create(draft, keys[answers.findIndex(({ statusCode }) => statusCode === 201)])
    expect(again.json().data.id).toBe(events[0])
  })
})

test('files of a draft are not removed as unused', async () => {
  const used = await createUpload(db)
  const regulation = await createUpload(db, 'routes')
  const unused = await createUpload(db)
  const { id } = await save({
    form: { cover_image: used, regulation: `/storage/${regulation}`, products: [{ product_image: used }] },
  })
  const sweep = () =>
    removeUnusedFiles({
      db,
      files: app.deps.files,
      config: loadConfig({}),
      clock: { now: () => new Date(Date.now() + 25 * 3_600_000) },
    })
  const left = async () => {
    const { rows } = await sql<{ path: string }>`
      select path from uploads where path in (${used}, ${regulation}, ${unused}) order by path`.execute(db)
    return rows.map(({ path }) => path)
  }
  await sweep()
  expect(await left()).toEqual([used, regulation].sort())
  await call('DELETE', `/organizer/event-drafts/${id}`)
  await sweep()
  expect(await left()).toEqual([])
})
