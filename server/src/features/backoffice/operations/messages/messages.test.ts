import { sql } from 'kysely'
import { afterAll, describe, expect, test } from 'vitest'
import { applyGatewayMessageJob } from '#server/features/payment/inbox/apply-gateway-message.ts'
import { runJobsOnce } from '#server/worker.ts'
import { callerOf } from '#test/back-office.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { createUser } from '#test/factories/user.ts'
import { listeningApp } from '#test/listening-app.ts'
import { chargedRegistration, findPayment } from '#test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const admin = await createUser(db, { roles: ['Admin'] })
const event = await createEvent(db)

const call = callerOf(app, admin)
const overview = async () => (await call('GET', '/admin/overview')).data

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

  test('are listed by outcome', async () => {
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

  test('are found by their charge and by the number of a registration', async () => {
    const { chargeId, registrationId } = await chargedRegistration(app, event)
    const own = await message(chargeId, 'applied')
    await message('cob_outra', 'applied')
    for (const search of [chargeId, registrationId])
      expect((await listed(`all&search=${search}`)).map(({ id }: { id: number }) => id)).toEqual([own])
    expect(await listed('all&search=cob_nenhuma')).toEqual([])
  })

  test('are found by event, payer or runner; names are sent in the body', async () => {
    const other = await createEvent(db)
    const { chargeId, registrationId } = await chargedRegistration(app, other)
    const own = await message(chargeId, 'applied')
    const ids = (rows: { id: number }[]) => rows.map(({ id }) => id)
    expect(ids(await listed(`all&event_id=${other.id}`))).toEqual([own])
    const { email } = await db
      .selectFrom('registrations as r')
      .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
      .where('r.id', '=', registrationId)
      .select('u.email')
      .executeTakeFirstOrThrow()
    const search = async (body: object) =>
      ids((await call('POST', '/admin/gateway-messages/search', { state: 'all', ...body })).data)
    expect(await search({ search: email })).toEqual([own])
    expect(await search({ search: email, event_id: other.id })).toEqual([own])
    expect(await search({ search: email, event_id: event.id })).toEqual([])
    expect(await search({ search: chargeId, event_id: event.id })).toEqual([])
    expect(await search({ search: 'ninguém com este nome' })).toEqual([])
  })

  test('a message is applied again by the same job without a second effect', async () => {
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
