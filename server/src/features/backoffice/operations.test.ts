import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { JobRow } from '#contract/backoffice/operations.ts'
import { sendVerificationMail } from '#server/features/account/jobs.ts'
import { applyGatewayMessageJob } from '#server/features/payment/inbox/apply-gateway-message.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from '../../../test/app.ts'
import { testDatabase } from '../../../test/database.ts'
import { createEvent } from '../../../test/factories/event.ts'
import { createOrder } from '../../../test/factories/order.ts'
import { createOrganizer, createUser } from '../../../test/factories/user.ts'
import { listeningApp } from '../../../test/listening-app.ts'
import { chargedRegistration, findPayment } from '../../../test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'], name: 'Adélia Administradora' })
const organizer = await createOrganizer(db)
const event = await createEvent(db, { organizerId: organizer.organizerId })

const call = async (method: 'GET' | 'POST' | 'DELETE', path: string, body?: unknown) => {
  const answer = await app.call(method, path, { token: admin.token, body })
  return { status: answer.statusCode, ...answer.json() }
}
const overview = async () => (await call('GET', '/admin/overview')).data

describe('jobs', () => {
  /** A job that has used up its attempts. */
  async function failedJob(userId: number): Promise<number> {
    await transaction(db, (tx) => addJob(tx, sendVerificationMail, { userId }))
    const { rows } = await sql<{ id: number }>`
      update graphile_worker._private_jobs set attempts = max_attempts, last_error = '550 <ana@exemplo.test> 52998224725'
      where id = (select max(id) from graphile_worker._private_jobs) returning id`.execute(db)
    return rows[0]?.id ?? 0
  }
  const listed = async (state: string): Promise<JobRow[]> =>
    (await call('GET', `/admin/jobs?state=${state}`)).data

  test('failed ones are told without personal data, tried again, and gone when done', async () => {
    const user = await createUser(db, { emailVerifiedAt: null })
    const id = await failedJob(user.id)
    expect((await overview()).jobs.failed).toBe(1)
    expect((await overview()).mail.waiting).toBe(1)
    expect(await listed('failed')).toMatchObject([
      {
        id,
        task: 'send-verification-mail',
        state: 'failed',
        last_error: '550 <[e-mail]> [documento]',
        payload: [{ name: 'userId', value: String(user.id) }],
      },
    ])
    expect((await call('POST', `/admin/jobs/${id}/retry`)).status).toBe(200)
    expect(await listed('failed')).toEqual([])
    expect(await listed('waiting')).toMatchObject([{ id, attempts: 0 }])
    expect((await overview()).jobs).toMatchObject({ failed: 0, queued: 1 })
    await runJobsOnce(app.deps)
    // Polled: what is done leaves the queue a moment after the run has ended.
    await expect.poll(() => listed('waiting')).toEqual([])
    expect((await overview()).mail.last_sent_at).not.toBeNull()
    // Gone by now, as wanted.
    expect((await call('POST', `/admin/jobs/${id}/retry`)).status).toBe(200)
  })

  test('all that failed are tried again together', async () => {
    const user = await createUser(db, { emailVerifiedAt: null })
    for (const _ of [1, 2, 3]) await failedJob(user.id)
    const again = async () => (await call('POST', '/admin/jobs/retry-failed')).data
    expect(await again()).toEqual({ retried: 3 })
    expect(await again()).toEqual({ retried: 0 })
    await runJobsOnce(app.deps)
    await expect.poll(() => listed('waiting')).toEqual([])
  })

  test('are thrown away, once', async () => {
    const id = await failedJob(admin.id)
    for (const _ of [1, 2]) expect((await call('DELETE', `/admin/jobs/${id}`)).status).toBe(200)
    expect(await listed('failed')).toEqual([])
    expect((await call('DELETE', '/admin/jobs/999999999')).status).toBe(404)
  })

  test('are left alone while they run', async () => {
    const id = await failedJob(admin.id)
    await sql`update graphile_worker._private_jobs set locked_at = now(), locked_by = 'x', attempts = 1 where id = ${id}`.execute(
      db,
    )
    expect((await call('POST', `/admin/jobs/${id}/retry`)).status).toBe(409)
    expect((await call('DELETE', `/admin/jobs/${id}`)).status).toBe(409)
    expect(await listed('waiting')).toMatchObject([{ id, state: 'running' }])
    await sql`delete from graphile_worker._private_jobs where id = ${id}`.execute(db)
  })
})

test('mail that does not go out is told, without addresses, until one does', async () => {
  const user = await createUser(db, { emailVerifiedAt: null })
  const silent = await testApp(db, { env: { SMTP_URL: 'smtp://127.0.0.1:9' } })
  await transaction(db, (tx) => addJob(tx, sendVerificationMail, { userId: user.id }))
  await runJobsOnce(silent.deps)
  await silent.close()
  // Polled: the failed attempt is written after the run has ended.
  await expect.poll(async () => (await overview()).mail.waiting).toBe(1)
  const { failing_since_last: failing } = (await overview()).mail
  expect(failing.reason).toContain('ECONNREFUSED')
  await sql`update graphile_worker._private_jobs set run_at = now()`.execute(db)
  await runJobsOnce(app.deps)
  await expect
    .poll(async () => (await overview()).mail)
    .toMatchObject({ failing_since_last: null, waiting: 0 })
})

describe('messages of the gateway', () => {
  const message = async (chargeId: string, outcome: string | null = null) => {
    const { id } = await db
      .insertInto('gateway_messages')
      .values({
        provider: 'sandbox',
        external_id: `${chargeId}-${Math.random()}`,
        payload: JSON.stringify({
          notice: { externalId: 'x', chargeId, externalReference: null, kind: 'CHARGE_RECEIVED', status: 2 },
          body: '',
        }),
        received_at: new Date(),
        handled_at: outcome && new Date(),
        outcome,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return id
  }
  const listed = async (state: string) => (await call('GET', `/admin/gateway-messages?state=${state}`)).data

  test('are listed by what became of them', async () => {
    const before = (await overview()).gateway
    const { chargeId } = await chargedRegistration(app, event)
    const waiting = await message(chargeId)
    const odd = await message('cob_ninguem', 'unknown_charge')
    const fine = await message(chargeId, 'applied')
    expect(await listed('unhandled')).toMatchObject([
      { id: waiting, charge_id: chargeId, payment: { event: { title: event.title } }, outcome: null },
    ])
    expect(await listed('odd')).toMatchObject([{ id: odd, payment: null, outcome: 'unknown_charge' }])
    expect((await listed('all')).map(({ id }: { id: number }) => id)).toEqual([fine, odd, waiting])
    expect((await overview()).gateway).toMatchObject({
      unhandled_messages: before.unhandled_messages + 1,
      odd_messages: before.odd_messages + 1,
    })
  })

  test('one is applied again through the same job, and does nothing twice', async () => {
    const { chargeId, paymentId } = await chargedRegistration(app, event)
    await db
      .updateTable('sandbox.charges')
      .set({ status: 'RECEIVED', paid_at: new Date() })
      .where('id', '=', chargeId)
      .execute()
    const id = await message(chargeId, 'unknown_charge')
    const again = () => call('POST', `/admin/gateway-messages/${id}/apply`)
    expect((await Promise.all([again(), again()])).map(({ status }) => status)).toEqual([200, 200])
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from graphile_worker.jobs where task_identifier = ${applyGatewayMessageJob.name}`.execute(
      db,
    )
    expect(rows[0]?.count).toBe(1)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
    const row = (await listed('all')).find((one: { id: number }) => one.id === id)
    expect(row).toMatchObject({ outcome: 'applied' })
    await again()
    await runJobsOnce(app.deps)
    const ledger = await db
      .selectFrom('payment_events')
      .where('payment_id', '=', paymentId)
      .where('applied', '=', true)
      .where('to_status', '=', 2)
      .select('id')
      .execute()
    expect(ledger).toHaveLength(1)
  })
})

describe('audit', () => {
  beforeAll(async () => {
    await db
      .insertInto('audit_log')
      .values([
        {
          at: new Date('2026-03-10T02:59:00Z'),
          actor_user_id: organizer.id,
          action: 'event.updated',
          entity: 'event',
          entity_id: event.id,
          event_id: event.id,
          before: JSON.stringify({ Título: 'Antes' }),
          after: JSON.stringify({ Título: 'Depois' }),
        },
        {
          at: new Date('2026-03-10T03:01:00Z'),
          actor_user_id: admin.id,
          action: 'fees.updated',
          entity: 'enterprise',
          entity_id: 1,
        },
      ])
      .execute()
  })
  const found = async (query: string) =>
    (await call('GET', `/admin/audit?${query}`)).data.map(({ action }: { action: string }) => action)

  test.each([
    ['from=2026-03-10&to=2026-03-10', ['fees.updated']],
    ['from=2026-03-09&to=09/03/2026', ['event.updated']],
    ['from=2026-03-01&to=2026-03-31&actor=ADELIA', ['fees.updated']],
    ['from=2026-03-01&to=2026-03-31&entity=event', ['event.updated']],
    ['from=2026-03-01&to=2026-03-31&action=fees.updated', ['fees.updated']],
    ['from=2026-03-01&to=2026-03-31&entity=enterprise&entity_id=1', ['fees.updated']],
    ['from=2026-03-01&to=2026-03-31&actor=ninguem', []],
  ])('%s', async (query, actions) => {
    expect(await found(query)).toEqual(actions)
  })

  test('tells who, what, on which event, before and after', async () => {
    const { data } = await call('GET', `/admin/audit?event_id=${event.id}&action=event.updated`)
    expect(data).toMatchObject([
      {
        actor: { id: organizer.id, name: organizer.name },
        event: { id: event.id, title: event.title },
        before: { Título: 'Antes' },
        after: { Título: 'Depois' },
      },
    ])
  })
})

describe('overviews and the company', () => {
  test('totals are those of the database', async () => {
    const paid = await createOrder(db, event, { payment: { status: 2 }, additional: 1 })
    await createOrder(db, event, { registrationStatus: 2, payment: { status: 6 } })
    const { events, registrations, gross_paid, gateway, accounts } = await overview()
    const count = async (query: ReturnType<typeof sql<{ value: number }>>) =>
      (await query.execute(db)).rows[0]?.value
    expect(events.active).toBe(await count(sql`select count(*) as value from events where status = 1`))
    expect(registrations).toBe(
      await count(sql`select count(*) as value from registrations where status <> 2`),
    )
    expect(Number(gross_paid) * 100).toBeCloseTo(
      (await count(
        sql`select sum(amount_cents)::bigint as value from payments where status in (1, 2, 3, 12)`,
      )) ?? 0,
    )
    expect(accounts).toBe(await count(sql`select count(*) as value from users where anonymized_at is null`))
    expect(gateway.charges_without_link).toBe(
      await count(
        sql`select count(*) as value from payments where payment_link is null and status in (0, 4, 9, 11, 13)`,
      ),
    )
    const company = (await call('GET', '/enterprise/overview')).data
    expect(company).toMatchObject({ registrations, gross_paid, next_events: [{ title: event.title }] })
    expect(paid.registrations).toHaveLength(2)
  })

  test('people are told apart by CPF, with or without an account', async () => {
    const elsewhere = await createEvent(db)
    await db.insertInto('enterprises').values({ id: 77, name: 'Outra' }).execute()
    await db.updateTable('events').set({ enterprise_id: 77 }).where('id', '=', elsewhere.id).execute()
    const buyer = await createUser(db, { name: 'Valquíria Nóbrega' })
    const second = await createEvent(db)
    await createOrder(db, event, { buyer })
    await createOrder(db, elsewhere, { buyer })
    const { registrations } = await createOrder(db, second, { buyer, additional: 1 })
    const search = async (text: string) =>
      (await call('POST', '/enterprise/people/search', { search: text })).data
    for (const text of ['valquiria', String(buyer.cpf)])
      expect(await search(text), text).toMatchObject([
        { id: registrations[0]?.id, registrations: 2, last_event: second.title },
      ])
    expect(await search(buyer.email)).toHaveLength(2)
    const person = (await call('GET', `/enterprise/people/${registrations[0]?.id}`)).data
    expect(person).toMatchObject({ cpf: buyer.cpf, email: buyer.email })
    expect(person.registrations).toHaveLength(2)
    const stranger = await createOrder(db, elsewhere)
    expect((await call('GET', `/enterprise/people/${stranger.registrations[0]?.id}`)).status).toBe(404)
  })

  test('cities add up their events and registrations', async () => {
    await db
      .insertInto('states')
      .values({
        code: 'RN',
        ibge_id: 24,
        name: 'Rio Grande do Norte',
        region: 'Nordeste',
        timezone: 'America/Fortaleza',
      })
      .onConflict((c) => c.doNothing())
      .execute()
    await db
      .insertInto('cities')
      .values({ ibge_id: 2408102, state_code: 'RN', name: 'Natal' })
      .onConflict((c) => c.doNothing())
      .execute()
    const race = await createEvent(db)
    await db.updateTable('events').set({ city_id: 2408102 }).where('id', '=', race.id).execute()
    await createOrder(db, race, { additional: 2 })
    expect((await call('GET', '/enterprise/cities?search=natal&state=RN')).data).toMatchObject([
      { name: 'Natal', state: 'RN', events: 1, open_events: 1, registrations: 3 },
    ])
    expect((await call('GET', '/enterprise/cities/2408102')).data.list).toMatchObject([
      { title: race.title, held: 3 },
    ])
  })
})
