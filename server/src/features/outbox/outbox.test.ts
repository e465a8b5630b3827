import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { confirmRegistrations } from '#server/features/registration/queries.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  cancelPaid,
  cancelPending,
  chargedRegistration,
  findRegistration,
  listRefunds,
  press,
  pressAndDeliver,
} from '#test/payments.ts'
import { companion, register, submission } from '#test/wizard.ts'
import * as domainEvents from './domain-events.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const race = await createEvent(db)
const freeRace = await createEvent(db, { kits: [{ valueCents: 0, feeRate: 0 }] })
const admin = await createUser(db, { roles: ['Admin'] })
const events = Object.values(domainEvents).filter((value) => 'payload' in value)

// A subscriber that no process runs: its jobs show what was published.
beforeAll(() =>
  db
    .insertInto('outbox_subscriptions')
    .values(
      events.map(({ name }) => ({
        event: name,
        task: `recorded:${name}`,
        condition: '{}',
        keeps_time: false,
        priority: 0,
      })),
    )
    .execute(),
)

interface Published {
  name: string
  payload: { registrationId?: number; [key: string]: unknown }
}

/** The events of a registration, oldest first. */
async function publishedOf(registrationId: number): Promise<Published[]> {
  const { rows } = await sql<Published>`
    select substring(identifier from 'recorded:(.*)') as name, payload
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier like 'recorded:%' and (payload ->> 'registrationId')::int = ${registrationId}
    order by jobs.id`.execute(db)
  return rows
}
const namesOf = async (registrationId: number) => (await publishedOf(registrationId)).map(({ name }) => name)
const confirmationsTo = async (address: string) =>
  (await mailTo(app, address)).filter(({ subject }) => subject.startsWith('Inscrição confirmada'))

test('an order publishes what it created and confirmed', async () => {
  const buyer = await createUser(db)
  const body = submission(freeRace, { participants: [companion({ email: 'convidada@exemplo.test' })] })
  const answer = await register(app, freeRace, buyer, body)
  const [own, other] = answer.json().data.registrations as { id: number }[]
  const payloadsOf = async (id = 0) =>
    (await publishedOf(id)).map(({ name, payload: { _origin, ...payload } }) => [name, payload])
  expect(await payloadsOf(own?.id)).toEqual([
    ['registration.created', { registrationId: own?.id, hasEmail: false }],
    ['registration.confirmed', { registrationId: own?.id }],
  ])
  expect(await payloadsOf(other?.id)).toEqual([
    ['registration.created', { registrationId: other?.id, hasEmail: true }],
    ['registration.confirmed', { registrationId: other?.id }],
  ])
  expect(await confirmationsTo(buyer.email)).toHaveLength(2)
})

test('a connection that is lost before the commit leaves neither the status nor the event', async () => {
  const { registrations, buyer } = await createOrder(db, race)
  const { id } = at(registrations, 0)
  const lost = transaction(db, async (tx) => {
    await confirmRegistrations(tx, [id], app.deps.clock.now())
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await sql`select pg_terminate_backend(${rows[0]?.pid})`.execute(db)
    await sql`select 1`.execute(tx)
  })
  await expect(lost).rejects.toThrow()
  expect(await findRegistration(app, id)).toMatchObject({ status: 0 })
  expect(await namesOf(id)).toEqual([])
  expect(await confirmationsTo(buyer.email)).toEqual([])
})

test('transactions that confirm the same registration at once publish one event', async () => {
  const { registrations, buyer } = await createOrder(db, race)
  const { id } = at(registrations, 0)
  const confirm = () => transaction(db, (tx) => confirmRegistrations(tx, [id], app.deps.clock.now()))
  await Promise.all(Array.from({ length: 5 }, confirm))
  expect(await namesOf(id)).toEqual(['registration.confirmed'])
  expect(await confirmationsTo(buyer.email)).toHaveLength(1)
})

test('webhooks that arrive several times, applied at once, confirm once and send one e-mail', async () => {
  const buyer = await createUser(db)
  const { registrationId, chargeId } = await chargedRegistration(app, race, { buyer })
  await press(app, chargeId, 'pagar')
  // The same deliveries again, each with its own message.
  await sql`
    with copies as (
      insert into sandbox.deliveries (charge_id, event, body, created_at)
      select charge_id, event, jsonb_set(body::jsonb, '{id}', to_jsonb(gen_random_uuid()))::text, created_at
      from sandbox.deliveries, generate_series(1, 5) where charge_id = ${chargeId} returning id
    )
    select graphile_worker.add_job('deliver-sandbox-webhook', json_build_object('deliveryId', id)) from copies`.execute(
    db,
  )
  await Promise.all(Array.from({ length: 4 }, () => runJobsOnce(app.deps)))
  expect(await namesOf(registrationId)).toEqual(['registration.confirmed'])
  expect(await confirmationsTo(buyer.email)).toHaveLength(1)
  const messages = await db
    .selectFrom('gateway_messages')
    .where(sql<boolean>`payload -> 'notice' ->> 'chargeId' = ${chargeId}`)
    .select('outcome')
    .execute()
  expect(messages.length).toBeGreaterThan(5)
})

test('sending the confirmation again is no event', async () => {
  const { registrations, buyer } = await createOrder(db, freeRace, { payment: null })
  const { id } = at(registrations, 0)
  const answer = await app.call('POST', `/organizer/registrations/${id}/resend`, { token: admin.token })
  expect(answer.statusCode).toBe(200)
  expect(await confirmationsTo(buyer.email)).toHaveLength(1)
  expect(await namesOf(id)).toEqual([])
})

test('a cancellation says why and whether a person asked for it; only that is told by e-mail', async () => {
  const { registrations, buyer } = await createOrder(db, race)
  const { id } = at(registrations, 0)
  await cancelPending(app, id, 'organizer')
  await cancelPending(app, id, 'organizer')
  expect(await publishedOf(id)).toMatchObject([
    {
      name: 'registration.cancelled',
      payload: { registrationId: id, reason: 'organizer', byPerson: false },
    },
  ])
  expect(await mailTo(app, buyer.email)).toEqual([])
})

test('money that goes back publishes each step of its refund once', async () => {
  const buyer = await createUser(db)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race, { buyer })
  await pressAndDeliver(app, chargeId, 'pagar')
  await cancelPaid(app, registrationId)
  await Promise.all([runJobsOnce(app.deps), runJobsOnce(app.deps)])
  await runJobsOnce(app.deps)
  const [{ id: refundId } = { id: 0 }] = await listRefunds(app, paymentId)
  expect(await namesOf(registrationId)).toEqual([
    'registration.confirmed',
    'registration.cancelled',
    'payment.refund_approved',
    'payment.refund_sent',
    'payment.refunded',
  ])
  expect((await publishedOf(registrationId)).at(-1)?.payload).toMatchObject({
    refundId,
    paymentId,
    registrationId,
  })
})

test('every payload has what its event declares, and nothing else', async () => {
  const { rows } = await sql<{ name: string; payload: object }>`
    select substring(identifier from 'recorded:(.*)') as name, payload::jsonb - '_origin' as payload
    from graphile_worker._private_jobs jobs join graphile_worker._private_tasks tasks on tasks.id = task_id
    where identifier like 'recorded:%'`.execute(db)
  expect(new Set(rows.map(({ name }) => name)).size).toBeGreaterThan(2)
  for (const { name, payload } of rows) {
    const event = events.find((one) => one.name === name)
    expect(event?.payload.strict().safeParse(payload), name).toMatchObject({ success: true })
  }
})
