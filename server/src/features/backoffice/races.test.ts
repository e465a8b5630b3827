// @module-tag repeated
import { setImmediate } from 'node:timers/promises'
import type { LightMyRequestResponse } from 'fastify'
import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { createEvent } from '#test/factories/event.ts'
import { eventForm } from '#test/factories/event-form.ts'
import { createProducer, producerForm } from '#test/factories/producer.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { callThatWaits } from '#test/locks.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { register, submission } from '#test/wizard.ts'

/*
 * Suspending, blocking and merging concurrently with every operation that creates something for the same
 * people (docs/algorithms/back-office.md, lock order). RACE_RUNS=1000 runs it for longer.
 */

const RUNS = Number(process.env.RACE_RUNS ?? 2)
const SEEDS = Array.from({ length: RUNS }, (_, run) => 20_261_121 + run)

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)

const admin = await createUser(db, { roles: ['Admin'] })
const race = await createEvent(db)
const form = await eventForm(db)

type Call = () => Promise<LightMyRequestResponse>

/**
 * Runs all calls in an order and with delays determined by the seed; returns their statuses by name,
 * including unexpected failures.
 */
async function atOnce(seed: number, calls: Record<string, Call>): Promise<Record<string, number>> {
  const random = seededRandom(seed)
  const entries = Object.entries(calls)
  for (let last = entries.length - 1; last > 0; last--) {
    const other = random(last + 1)
    const [a, b] = [entries[last], entries[other]]
    if (a && b) [entries[last], entries[other]] = [b, a]
  }
  const answers = await Promise.all(
    entries.map(async ([name, call]) => {
      for (let turns = random(50); turns > 0; turns--) await setImmediate()
      const { statusCode, body } = await call()
      expect(statusCode, `${name} in run ${seed}: ${body}`).toBeLessThan(500)
      return [name, statusCode] as const
    }),
  )
  return Object.fromEntries(answers)
}

const suspend = (organizerId: number) =>
  app.call('PATCH', `/admin/organizers/${organizerId}/suspension`, {
    token: admin.token,
    body: { suspended: true, reason: 'Denúncias' },
  })
const block = (id: number) =>
  app.call('PATCH', `/admin/participants/${id}/block`, {
    token: admin.token,
    body: { blocked: true, reason: 'Fraude' },
  })
const merge = (kept: number, duplicate: number) =>
  app.call('POST', `/admin/participants/${kept}/merge`, {
    token: admin.token,
    body: { duplicate_id: duplicate },
  })
const switchStatus = (token: string, eventId: number) =>
  app.call('PUT', `/organizer/events/change-status/${eventId}`, { token, body: { status: 1 } })
const create = (token: string, organizerId: number, key?: string) =>
  app.call('POST', '/events/create', {
    token,
    body: { ...form, organizer_id: organizerId },
    ...(key && { headers: { 'idempotency-key': key } }),
  })

/** What is still open for a suspended organizer. */
async function leftOpen(organizerId: number) {
  const { rows } = await sql`
    with house as (select user_id from organizers where id = ${organizerId} or parent_id = ${organizerId})
    select 'event ' || id as open from events where organizer_id = ${organizerId} and status = 1
    union all
    select 'account ' || id from users join house on user_id = id where blocked_at is null
    union all
    select 'session ' || id from sessions join house using (user_id) where revoked_at is null`.execute(db)
  return rows
}

const openSessions = (userId: number) =>
  db
    .selectFrom('sessions')
    .where('user_id', '=', userId)
    .where('revoked_at', 'is', null)
    .select('id')
    .execute()

describe('an organizer is suspended', () => {
  async function house() {
    const organizer = await createOrganizer(db, { passwordHash })
    const [closed, opened] = [
      await createEvent(db, { organizerId: organizer.organizerId, status: 0 }),
      await createEvent(db, { organizerId: organizer.organizerId }),
    ]
    const permissions = ['create-event', 'view-event', 'edit-event', 'change-event-status'] as const
    const producer = await createProducer(db, { organizer, permissions, events: [closed.id] })
    return { organizer, closed, opened, producer, id: organizer.organizerId }
  }

  test.each(SEEDS)('while events are created and opened: none stays open, run %i', async (seed) => {
    const { organizer, closed, opened, producer, id } = await house()
    const saved = await createEvent(db, { organizerId: id, status: 0 })
    await atOnce(seed, {
      suspend: () => suspend(id),
      again: () => suspend(id),
      create: () => create(organizer.token, id),
      'create by a realizador': () => create(producer.token, id),
      'create by Admin': () => create(admin.token, id),
      duplicate: () =>
        app.call('POST', `/organizer/events/${opened.id}/duplicate`, {
          token: organizer.token,
          body: { date_event: '2030-01-01' },
        }),
      activate: () => switchStatus(producer.token, closed.id),
      'activate by Admin': () => switchStatus(admin.token, closed.id),
      save: () =>
        app.call('PUT', `/organizer/events/${saved.id}`, {
          token: organizer.token,
          body: { ...form, status: 1 },
        }),
      'new realizador': () =>
        app.call('POST', '/organizer/producers/register', {
          token: admin.token,
          body: producerForm({ organizer_id: id }),
        }),
      link: () =>
        app.call('POST', '/organizer/producers/add-event', {
          token: organizer.token,
          body: { organizer_id: producer.organizerId, event_id: opened.id },
        }),
      login: () => app.call('POST', '/login', { body: { email: organizer.email, password: PASSWORD } }),
      register: () => createUser(db).then((runner) => register(app, opened, runner, submission(opened))),
    })
    expect(await leftOpen(id)).toEqual([])
  })

  test('then nothing can be created or opened for it, not even by Admin', async () => {
    const { closed, id } = await house()
    await suspend(id)
    const message = 'Este organizador está suspenso. Fale com a administração da plataforma.'
    for (const answer of [
      await switchStatus(admin.token, closed.id),
      await create(admin.token, id),
      await app.call('POST', '/organizer/producers/register', {
        token: admin.token,
        body: producerForm({ organizer_id: id }),
      }),
    ])
      expect(answer.json()).toMatchObject({ status: 409, message })
    expect(await leftOpen(id)).toEqual([])
  })

  test('after waiting for an event that is being created, which it closes', async () => {
    const { organizer, id } = await house()
    // Makes the creation wait: another transaction holds its key.
    const taking = await db.startTransaction().execute()
    await taking
      .insertInto('event_creations')
      .values({
        user_id: organizer.id,
        idempotency_key: 'the-same-key',
        request_hash: 'x',
        event_id: 0,
        created_at: new Date(),
      })
      .execute()
    const created = create(organizer.token, id, 'the-same-key')
    await callThatWaits(db, 'event_creations')
    const suspended = suspend(id)
    await Promise.race([suspended, callThatWaits(db, 'organizers')])
    await taking.rollback().execute()
    expect((await created).statusCode).toBe(201)
    expect((await suspended).json().data.closed_events).toBe(2)
    expect(await leftOpen(id)).toEqual([])
  })

  test('after waiting for an event that is being opened, which it closes again', async () => {
    const { organizer, closed, id } = await house()
    const saving = await db.startTransaction().execute()
    await saving.selectFrom('events').where('id', '=', closed.id).select('id').forUpdate().execute()
    const opened = switchStatus(organizer.token, closed.id)
    await callThatWaits(db, 'events')
    const suspended = suspend(id)
    await Promise.race([suspended, callThatWaits(db, 'organizers')])
    await saving.rollback().execute()
    expect((await opened).statusCode).toBe(200)
    expect((await suspended).json().data.closed_events).toBe(2)
    expect(await leftOpen(id)).toEqual([])
  })
})

describe('an account', () => {
  test.each(SEEDS)('is blocked while it logs in and registers: it stays blocked, run %i', async (seed) => {
    const user = await createUser(db, { passwordHash })
    const login = () => app.call('POST', '/login', { body: { email: user.email, password: PASSWORD } })
    await atOnce(seed, {
      block: () => block(user.id),
      login,
      'another login': login,
      register: () => register(app, race, user, submission(race)),
      merge: () => createUser(db).then((other) => merge(other.id, user.id)),
    })
    expect(await openSessions(user.id)).toEqual([])
    expect((await login()).statusCode).toBe(401)
  })

  test('blocked during its order is not registered', async () => {
    const user = await createUser(db)
    const event = await createEvent(db)
    const saving = await db.startTransaction().execute()
    await saving.selectFrom('events').where('id', '=', event.id).select('id').forUpdate().execute()
    const registered = register(app, event, user, submission(event))
    await callThatWaits(db, 'take_spots')
    expect((await block(user.id)).statusCode).toBe(200)
    await saving.rollback().execute()
    expect((await registered).statusCode).toBe(401)
    const orders = await db.selectFrom('orders').where('event_id', '=', event.id).select('id').execute()
    expect(orders).toEqual([])
  })

  test('blocked while its password is being checked gets no session', async () => {
    const user = await createUser(db, { passwordHash })
    const holding = await db.startTransaction().execute()
    await holding.selectFrom('users').where('id', '=', user.id).select('id').forNoKeyUpdate().execute()
    const login = app.call('POST', '/login', { body: { email: user.email, password: PASSWORD } })
    await callThatWaits(db, 'into sessions')
    await holding.updateTable('users').set({ blocked_at: new Date() }).where('id', '=', user.id).execute()
    await holding.commit().execute()
    expect((await login).statusCode).toBe(401)
    // The session from before this login; the login opened none.
    expect(await openSessions(user.id)).toHaveLength(1)
  })

  test.each(SEEDS)('is merged while both register: the kept account has everything, run %i', async (seed) => {
    const [one, other] = [await createUser(db), await createUser(db)]
    const statuses = await atOnce(seed, {
      merge: () => merge(one.id, other.id),
      opposite: () => merge(other.id, one.id),
      'register one': () => register(app, race, one, submission(race)),
      'register other': () => register(app, race, other, submission(race)),
    })
    const gone = await db
      .selectFrom('users')
      .where('id', 'in', [one.id, other.id])
      .where('anonymized_at', 'is not', null)
      .select('id')
      .execute()
    expect(gone).toHaveLength([statuses.merge, statuses.opposite].filter((status) => status === 200).length)
    for (const { id } of gone) {
      const holdings = await db
        .selectFrom('orders')
        .innerJoin('registrations', 'registrations.order_id', 'orders.id')
        .where((eb) => eb.or([eb('buyer_user_id', '=', id), eb('responsible_user_id', '=', id)]))
        .select('orders.id')
        .execute()
      expect(holdings, `run ${seed}`).toEqual([])
    }
  })

  test('satisfies every invariant afterwards', async () => {
    expect(await brokenInvariants(db)).toEqual([])
  })
})
