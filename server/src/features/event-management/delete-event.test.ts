import { afterAll, describe, expect, test } from 'vitest'
import { removeUnusedFiles } from '#server/features/event/uploads/remove-unused-files.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { callsThatWait } from '#test/locks.ts'
import { register, submission } from '#test/wizard.ts'
import { deleteDocument, getDocument } from './queries/document.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const organizer = await createOrganizer(db)
const admin = await createUser(db, { roles: ['Admin'] })
const createRace = () => createEvent(db, { organizerId: organizer.organizerId, coupons: [{ code: 'DEZ' }] })
const remove = (id: number, { token }: { token: string } = organizer) =>
  app.call('DELETE', `/organizer/events/${id}`, { token })

const countOf = async (table: 'events' | 'stock_levels' | 'kits' | 'waiting_rooms', eventId: number) =>
  (
    await db
      .selectFrom(table as 'kits')
      .where(table === 'events' ? 'id' : 'event_id', '=', eventId)
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .executeTakeFirstOrThrow()
  ).count

describe('an event without history', () => {
  test('is deleted with all its data and uploads; the audit log keeps who, when and what', async () => {
    const body = await eventForm(db)
    const { data } = (await app.call('POST', '/events/create', { token: organizer.token, body })).json()
    await app.call('PUT', `/organizer/events/${data.id}/waiting-room`, {
      token: organizer.token,
      body: { is_marked: true },
    })
    const page = () => app.call('GET', `/events/${data.id}`)
    const listed = async () =>
      (await app.call('GET', `/events?title=${encodeURIComponent(data.title)}`)).json().data.length
    expect((await page()).statusCode).toBe(200)
    expect(await listed()).toBe(1)

    const answer = await remove(data.id)

    expect(answer.json()).toMatchObject({ status: 200, message: 'Evento apagado.' })
    expect((await page()).statusCode).toBe(404)
    expect((await app.call('GET', `/events/slug/${data.slug}`)).statusCode).toBe(404)
    expect(await listed()).toBe(0)
    const own = await app.call('GET', `/organizer/events/${data.id}`, { token: organizer.token })
    expect(own.statusCode).toBe(404)
    for (const table of ['events', 'stock_levels', 'kits', 'waiting_rooms'] as const)
      expect(await countOf(table, data.id), table).toBe(0)
    const kept = await db
      .selectFrom('audit_log')
      .where('event_id', '=', data.id)
      .where('action', '=', 'event.deleted')
      .select(['actor_user_id', 'before'])
      .execute()
    expect(kept).toMatchObject([{ actor_user_id: organizer.id, before: { Título: 'Corrida da Cidade' } }])
    const later = new Date(app.deps.clock.now().getTime() + 2 * 24 * 3_600_000)
    await removeUnusedFiles({ ...app.deps, clock: { now: () => later } })
    const uploads = db.selectFrom('uploads').where('path', '=', String(body.cover_image)).select('path')
    expect(await uploads.execute()).toEqual([])
    expect((await remove(data.id)).statusCode).toBe(404)
  })

  test('two concurrent deletions: one deletes it, the other gets 404', async () => {
    const event = await createRace()
    const answers = await Promise.all([remove(event.id), remove(event.id, admin)])
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 404])
  })
})

describe('an event with a history cannot be deleted; the response suggests closing or cancelling it', () => {
  const refused = async (id: number) => {
    const answer = await remove(id)
    expect(answer.statusCode, answer.body).toBe(409)
    expect(answer.json().message).toContain('você pode fechá-lo ou cancelá-lo')
    expect(await countOf('events', id)).toBe(1)
    expect(await countOf('kits', id)).toBe(1)
  }

  test('a registration, even a cancelled one', async () => {
    const event = await createRace()
    await createOrder(db, event, { registrationStatus: 2, payment: { status: 6 } })
    await refused(event.id)
  })

  test('a place in its waiting room', async () => {
    const event = await createRace()
    const now = app.deps.clock.now()
    await db.insertInto('waiting_rooms').values({ event_id: event.id, ticked_at: now, issued: 1 }).execute()
    await refused(event.id)
  })

  test('a cancellation, or being the new date of a cancelled event', async () => {
    const [called, next] = [await createRace(), await createRace()]
    await db
      .insertInto('event_cancellations')
      .values({
        event_id: called.id,
        reason: 'Chuva',
        credit_until: '2099-01-01',
        new_event_id: next.id,
        cancelled_by_user_id: organizer.id,
        cancelled_at: app.deps.clock.now(),
      })
      .execute()
    await refused(called.id)
    await refused(next.id)
  })

  test("with a charged setup fee only the platform's staff can delete it", async () => {
    const event = await createRace()
    await db
      .insertInto('organizer_charges')
      .values({
        organizer_id: organizer.organizerId,
        event_id: event.id,
        kind: 'setup_fee',
        amount_cents: 5_000,
        created_at: app.deps.clock.now(),
      })
      .execute()
    const answer = await remove(event.id)
    expect(answer.statusCode).toBe(409)
    expect(answer.json().message).toContain('só a equipe da plataforma o apaga')
    expect((await remove(event.id, admin)).statusCode).toBe(200)
  })
})

describe('a concurrent registration', () => {
  /** Runs the calls so that they wait for the event's lock in this order. */
  async function inOrder(eventId: number, calls: (() => ReturnType<typeof remove>)[]) {
    const begun: ReturnType<typeof remove>[] = []
    await db.transaction().execute(async (tx) => {
      await tx.selectFrom('events').where('id', '=', eventId).select('id').forUpdate().execute()
      for (const call of calls) {
        begun.push(call())
        await callsThatWait(db, begun.length)
      }
    })
    return Promise.all(begun)
  }

  test('before the deletion: the event stays', async () => {
    const [event, buyer] = [await createRace(), await createUser(db)]
    const answers = await inOrder(event.id, [
      () => register(app, event, buyer, submission(event)),
      () => remove(event.id),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([201, 409])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('after the deletion: the event is not found', async () => {
    const [event, buyer] = [await createRace(), await createUser(db)]
    const answers = await inOrder(event.id, [
      () => remove(event.id),
      () => register(app, event, buyer, submission(event)),
    ])
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 404])
    expect(await brokenInvariants(db)).toEqual([])
  })

  test('a waiting room opened after the deletion: the event is not found', async () => {
    const event = await createRace()
    const opened = await db.transaction().execute(async (tx) => {
      const row = await tx
        .selectFrom('events')
        .where('id', '=', event.id)
        .selectAll()
        .executeTakeFirstOrThrow()
      await deleteDocument(tx, await getDocument(tx, row))
      const opening = app.call('PUT', `/organizer/events/${event.id}/waiting-room`, {
        token: organizer.token,
        body: { is_marked: true },
      })
      await callsThatWait(db, 1)
      return { opening }
    })
    expect((await opened.opening).statusCode).toBe(404)
  })
})

test('a realizador gets 403, another organizer 404', async () => {
  const event = await createRace()
  const realizador = await createProducer(db, {
    organizer,
    permissions: ['change-event-status', 'view-event', 'edit-event'],
    events: [event.id],
  })
  expect((await remove(event.id, realizador)).json()).toMatchObject({
    status: 403,
    message: 'Só o organizador apaga um evento.',
  })
  expect((await remove(event.id, await createOrganizer(db))).statusCode).toBe(404)
  expect((await remove(event.id, admin)).statusCode).toBe(200)
})
