import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { takeSpots } from '#server/features/checkout/queries/take-spots.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { orderRequest } from '#test/factories/order-request.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { callThatWaits } from '#test/locks.ts'
import { cancelPending, reportStatus } from '#test/payments.ts'

const { db } = await testDatabase()
const app = await testApp(db)
afterAll(() => app.close())

const paymentOf = async (registrationId: number) =>
  (
    await sql<{ payment_id: number; status: number }>`
      select payment_id, status from effective_payment(${registrationId})`.execute(db)
  ).rows[0]

test('the effective payment is an open one, otherwise the latest paid one, otherwise the latest; never a duplicate', async () => {
  const event = await createEvent(db)
  const order = await createOrder(db, event, { payment: { status: 2 } })
  const { id, paymentId } = at(order.registrations, 0)
  const further = async (status: number, duplicateOf: number | null = null) => {
    const now = new Date()
    const { id: next } = await db
      .insertInto('payments')
      .values({
        event_id: event.id,
        payer_user_id: order.buyer.id,
        provider: 'sandbox',
        external_reference: `further ${status} ${Math.random()}`,
        type: 0,
        amount_cents: 1_000,
        status,
        duplicate_of: duplicateOf,
        created_at: now,
        updated_at: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    await db
      .insertInto('payment_items')
      .values({ payment_id: next, registration_id: id, amount_cents: 1_000 })
      .execute()
    await db
      .insertInto('payment_events')
      .values({
        payment_id: next,
        at: now,
        kind: 'created',
        to_status: status,
        applied: true,
        source: 'system',
      })
      .execute()
    return next
  }
  expect(await paymentOf(id)).toEqual({ payment_id: paymentId, status: 2 })
  await further(8)
  expect((await paymentOf(id))?.payment_id).toBe(paymentId)
  const repeated = await further(2, paymentId)
  expect((await paymentOf(id))?.payment_id).toBe(paymentId)
  await reportStatus(app, repeated, 5)
  const open = await further(0)
  expect(await paymentOf(id)).toEqual({ payment_id: open, status: 0 })
  await reportStatus(app, open, 6)
  expect((await paymentOf(id))?.payment_id).toBe(paymentId)
  expect(await brokenInvariants(db)).toEqual([])
})

test('a payment that becomes a duplicate no longer counts as paid in the list', async () => {
  const event = await createEvent(db)
  const [first, second] = [
    await createOrder(db, event, { payment: { status: 2 } }),
    await createOrder(db, event, { payment: { status: 2 } }),
  ]
  const { id, paymentId } = at(first.registrations, 0)
  const duplicateOf = (of: number | null) =>
    db
      .updateTable('payments')
      .set({ duplicate_of: of })
      .where('id', '=', paymentId ?? 0)
      .execute()
  const paid = async () =>
    (
      await db
        .selectFrom('participant_list')
        .where('registration_id', '=', id)
        .select('paid_cents')
        .executeTakeFirstOrThrow()
    ).paid_cents
  expect(await paid()).toBe(11_000)
  await duplicateOf(at(second.registrations, 0).paymentId)
  expect(await paid()).toBe(0)
  await duplicateOf(null)
  expect(await paid()).toBe(11_000)
})

test('a new e-mail and a new name are found immediately', async () => {
  const order = await createOrder(db, await createEvent(db), { additional: 1 })
  await db.updateTable('users').set({ email: 'nova@exemplo.test' }).where('id', '=', order.buyer.id).execute()
  await db
    .updateTable('registrations')
    .set({ name: 'Zoé Ção' })
    .where('id', '=', at(order.registrations, 1).id)
    .execute()
  const { rows } = await sql<{ text: string }>`
    select text from participant_search where registration_id = any (${order.registrations.map(({ id }) => id)}::bigint[])
    order by registration_id`.execute(db)
  expect(rows.map(({ text }) => text)).toEqual([
    expect.stringContaining('nova@exemplo.test'),
    expect.stringContaining('zoe cao nova@exemplo.test'),
  ])
})

test('a change of the time zone of an event changes the dates in its list', async () => {
  const event = await createEvent(db, { timezone: 'America/Sao_Paulo' })
  const order = await createOrder(db, event, { payment: { status: 2 } })
  const { id, paymentId } = at(order.registrations, 0)
  // Five past midnight in São Paulo is still the previous day in Acre.
  const instant = new Date('2026-05-10T03:05:00Z')
  await db.updateTable('registrations').set({ created_at: instant }).where('id', '=', id).execute()
  await db
    .updateTable('payments')
    .set({ paid_at: instant })
    .where('id', '=', paymentId ?? 0)
    .execute()
  const days = () =>
    db
      .selectFrom('participant_list')
      .select(['created_on', 'paid_on'])
      .where('registration_id', '=', id)
      .executeTakeFirstOrThrow()
  expect(await days()).toEqual({ created_on: '2026-05-10', paid_on: '2026-05-10' })
  await db.updateTable('events').set({ timezone: 'America/Rio_Branco' }).where('id', '=', event.id).execute()
  expect(await days()).toEqual({ created_on: '2026-05-09', paid_on: '2026-05-09' })
  expect(await brokenInvariants(db)).toEqual([])
})

test('concurrent changes of name and e-mail both reach the search text', async () => {
  const rename = (tx: Db, id: number) =>
    tx.updateTable('registrations').set({ name: 'Nome Novo' }).where('id', '=', id).execute()
  const readdress = (tx: Db, id: number) =>
    tx
      .updateTable('users')
      .set({ email: `novo${id}@exemplo.test` })
      .where('id', '=', id)
      .execute()
  for (const first of ['name', 'e-mail']) {
    const order = await createOrder(db, await createEvent(db))
    const { id } = at(order.registrations, 0)
    const one = await db.startTransaction().execute()
    await (first === 'name' ? rename(one, id) : readdress(one, order.buyer.id))
    const two = first === 'name' ? readdress(db, order.buyer.id) : rename(db, id)
    await callThatWaits(db, first === 'name' ? 'update "users"' : 'update "registrations"')
    await one.commit().execute()
    await two
    expect(await brokenInvariants(db)).toEqual([])
  }
})

test('concurrent registrations, payments, cancellations and renamings: no deadlock, and the list stays right', {
  tags: 'operation',
}, async () => {
  const event = await createEvent(db, { kits: [{ sizes: [{ name: 'P' }, { name: 'M' }] }] })
  const buyers = [await createUser(db), await createUser(db)]
  const known: { registrationId: number; paymentId: number }[] = []
  const buyer = (n: number) => at(buyers, n % buyers.length)
  const someone = (n: number) => at(known, (n * 7) % known.length)
  const register = async (n: number) => {
    const outcomes = await takeSpots(
      db,
      [0, 1, 2].map((size) =>
        orderRequest(event, buyer(n).id, { people: [{ size: size % 2 }, { size: 0 }] }),
      ),
    )
    for (const outcome of outcomes)
      if (outcome.kind === 'registered')
        for (const [i, registrationId] of outcome.registrationIds.entries())
          known.push({ registrationId, paymentId: outcome.paymentIds[i] ?? 0 })
  }
  await register(0)
  for (let round = 0; round < 12; round++)
    await Promise.all([
      register(round),
      register(round + 1),
      reportStatus(app, someone(round).paymentId, 2),
      reportStatus(app, someone(round + 3).paymentId, 4),
      cancelPending(app, someone(round + 1).registrationId),
      cancelPending(app, someone(round + 5).registrationId),
      db
        .updateTable('users')
        .set({ email: `pessoa${round}@muda.test` })
        .where('id', '=', buyer(round).id)
        .execute(),
      transaction(db, (tx) =>
        tx
          .updateTable('registrations')
          .set({ name: `Nome ${round}` })
          .where('id', '=', someone(round + 2).registrationId)
          .execute(),
      ),
    ])
  expect(known).toHaveLength(150)
  expect(await brokenInvariants(db)).toEqual([])
})
