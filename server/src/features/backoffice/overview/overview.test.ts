import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { createChargeJob } from '#server/features/payment/create-charge.ts'
import { UNMATCHED_REFUND } from '#server/features/payment/queries/payments.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { testApp } from '#test/app.ts'
import { callerOf } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })
const event = await createEvent(db)

const call = callerOf(app, admin)
const overview = async () => (await call('GET', '/admin/overview')).data

test('Admin’s home tells what has to be done about the gateways, and since when a job fails', async () => {
  const nothing = {
    key_rejected_at: null,
    payments_without_message: 0,
    refunds_to_authorize: 0,
    missing_balance: '0.00',
    differences: 0,
    refused_payments: [],
    unmatched_refunds: [],
  }
  const before = await overview()
  expect(before).toMatchObject({ gateway: nothing, jobs: { failing_since: null } })
  const now = new Date()
  await db
    .insertInto('gateway_calls')
    .values({
      provider: 'asaas',
      hour: new Date(now.getTime() - (now.getTime() % 3_600_000)),
      key_rejected_at: now,
    })
    .execute()
  const order = await createOrder(db, event, { payment: { status: 5, chargeId: 'pay_disputed' } })
  const payment_id = at(order.registrations, 0).paymentId ?? 0
  await db.updateTable('payments').set({ refused_status: 10 }).where('id', '=', payment_id).execute()
  await db
    .insertInto('payment_events')
    .values({
      payment_id,
      at: now,
      kind: UNMATCHED_REFUND,
      applied: false,
      source: 'gateway',
      detail: JSON.stringify({ amountCents: 11_000 }),
    })
    .execute()
  await db
    .insertInto('reconciliations')
    .values({ provider: 'asaas', day: '2026-11-20', started_at: now })
    .execute()
  await db
    .insertInto('reconciliation_differences')
    .values({ provider: 'asaas', day: '2026-11-20', kind: 'unknown_charge', charge_id: 'pay_other' })
    .execute()
  await transaction(db, (tx) => addJob(tx, createChargeJob, { paymentId: 1 }, { jobKey: 'failing' }))
  await sql`
    update graphile_worker._private_jobs set attempts = 3, run_at = now() + exp(3) * interval '1 second'
    where key = 'failing'`.execute(db)

  const { gateway, jobs } = await overview()
  expect(gateway).toMatchObject({
    key_rejected_at: now.toISOString(),
    differences: 1,
    refused_payments: [{ payment_id, charge_id: 'pay_disputed', status_code: 5, reported_code: 10 }],
    unmatched_refunds: [{ payment_id, charge_id: 'pay_disputed', amount: '110.00' }],
  })
  const failingMs = now.getTime() - new Date(jobs.failing_since).getTime()
  expect(Math.abs(failingMs / 1000 - Math.E - Math.E ** 2)).toBeLessThan(5)
})

describe('overviews and the enterprise', () => {
  test('totals equal those of the database', async () => {
    const paid = await createOrder(db, event, { payment: { status: 2 }, additional: 1 })
    await createOrder(db, event, { registrationStatus: 2, payment: { status: 6 } })
    const { events, registrations, received, gateway, accounts } = await overview()
    const count = async (query: ReturnType<typeof sql<{ value: number }>>) =>
      (await query.execute(db)).rows[0]?.value
    expect(events.active).toBe(await count(sql`select count(*) as value from events where status = 1`))
    expect(registrations).toBe(
      await count(sql`select count(*) as value from registrations where status <> 2`),
    )
    expect(Number(received) * 100).toBeCloseTo(
      (await count(
        sql`select sum(amount_cents)::bigint as value from payments where status in (1, 2, 3, 12)`,
      )) ?? 0,
    )
    expect(accounts).toBe(await count(sql`select count(*) as value from users where anonymized_at is null`))
    expect(gateway.charges_without_link).toBe(
      await count(
        sql`select count(*) as value from payments where hosted_link is null and status in (0, 4, 9, 11, 13)`,
      ),
    )
    const company = (await call('GET', '/enterprise/overview')).data
    expect(company).toMatchObject({ registrations, received, next_events: [{ title: event.title }] })
    expect(paid.registrations).toHaveLength(2)
  })

  test('counts what waits for the enterprise, and nothing of another', async () => {
    const company = async () => (await call('GET', '/enterprise/overview')).data.tasks
    const before = await company()
    await db.insertInto('enterprises').values({ id: 78, name: 'Vizinha' }).execute()
    const neighbour = await createOrganizer(db)
    const foreign = await createEvent(db, { organizerId: neighbour.organizerId })
    const organizers = db.updateTable('organizers').set({ enterprise_id: 78 })
    await organizers.where('id', '=', neighbour.organizerId).execute()
    await db.updateTable('events').set({ enterprise_id: 78 }).where('id', '=', foreign.id).execute()
    const now = new Date()
    const long = new Date(now.getTime() - 11 * 86_400_000)
    for (const race of [event, foreign]) {
      for (const [status, asked] of [
        ['needs_person', now],
        ['requested', now],
        ['approved', now],
        ['sent', long],
      ] as const) {
        const { registrations } = await createOrder(db, race, { payment: { status: 2 } })
        const { id, paymentId } = at(registrations, 0)
        await db
          .insertInto('refunds')
          .values({
            event_id: race.id,
            payment_id: paymentId ?? 0,
            registration_id: id,
            amount_cents: 100,
            reason: 'organizer',
            status,
            obstacle: status === 'needs_person' ? 'refused' : null,
            asked_at: asked,
          })
          .execute()
      }
      for (const status of ['requested', 'approved'])
        await db
          .insertInto('payouts')
          .values({
            organizer_id: race.organizerId,
            amount_cents: 100,
            status,
            pix_key_type: 'email',
            pix_key: 'a@exemplo.test',
            requested_by_user_id: admin.id,
            requested_at: now,
          })
          .execute()
    }
    expect(await company()).toEqual({
      stuck_refunds: before.stuck_refunds + 1,
      requested_refunds: before.requested_refunds + 1,
      overdue_refunds: before.overdue_refunds + 1,
      requested_payouts: before.requested_payouts + 1,
      approved_payouts: before.approved_payouts + 1,
    })

    // The list of refunds has a filter for each count, and its sums say the same.
    const tasks = await company()
    const staff = await createUser(db, { roles: ['Empresa'] })
    const refunds = async (query: string) =>
      (await app.call('GET', `/admin/refunds?per_page=100&${query}`, staff)).json()
    const { sums } = await refunds('status=requested')
    const sum = (wanted: string) =>
      sums.find(({ status }: { status: string }) => status === wanted)?.refunds ?? 0
    expect([sum('needs_person'), sum('requested')]).toEqual([tasks.stuck_refunds, tasks.requested_refunds])
    const late = await refunds('delay=overdue')
    expect(late.meta.total).toBe(tasks.overdue_refunds)
    expect(late.data.filter(({ is_overdue }: { is_overdue: boolean }) => !is_overdue)).toEqual([])
    expect((await refunds('delay=stuck')).meta.total).toBe(tasks.stuck_refunds + tasks.overdue_refunds)
    const { data: ids } = (
      await app.call('GET', '/admin/refunds/ids?status=needs_person&delay=stuck', staff)
    ).json()
    const retry = async () =>
      (await app.call('POST', '/admin/refunds/retry', { ...staff, body: { ids } })).json().data
    expect(ids).toHaveLength(tasks.stuck_refunds)
    expect([await retry(), await retry()]).toEqual([
      { handled: ids.length, skipped: 0 },
      { handled: 0, skipped: ids.length },
    ])
    const audited = await db
      .selectFrom('audit_log')
      .where('action', '=', 'refund.retried')
      .where('actor_user_id', '=', staff.id)
      .select('entity_id')
      .execute()
    expect(audited.map(({ entity_id }) => entity_id).toSorted()).toEqual(ids.toSorted())

    // What was done counts for thirty days.
    const done = async (at: Date) => {
      const sent = db.updateTable('refunds').set({ status: 'done', done_at: at })
      await sent.where('event_id', '=', event.id).where('asked_at', '=', long).execute()
      return (await refunds('')).sums.find(({ status }: { status: string }) => status === 'done')
    }
    const lately = await done(new Date(now.getTime() - 31 * 86_400_000))
    expect(await done(now)).toMatchObject({ refunds: (lately?.refunds ?? 0) + 1 })
    await db.insertInto('enterprises').values({ id: 79, name: 'Nova' }).execute()
    await db.updateTable('user_roles').set({ enterprise_id: 79 }).where('user_id', '=', staff.id).execute()
    expect(await refunds('')).toMatchObject({ data: [], sums: [] })
  })

  test('people are identified by CPF, with or without an account', async () => {
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
