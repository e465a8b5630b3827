// @module-tag operation
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
import { asaasEnvironment } from '#test/asaas/gateways.ts'
import { startAsaas } from '#test/asaas/stand-in.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { manyPayments } from '#test/many-payments.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { applyGatewayMessage } from '../inbox/apply-gateway-message.ts'
import { storedNotice } from '../inbox/stored-notice.ts'
import { listDifferences } from '../reconciliation/queries.ts'
import { reconcilePage } from '../reconciliation/reconcile-day.ts'
import { recheckPaymentsJob } from '../sweeps/recheck-payments.ts'
import { withCallShare } from './call-quota.ts'
import { GatewayUnavailable } from './gateway.ts'

/*
 * A day on which more people register than Asaas' calls allow to charge. Payments and their charges are made by
 * few statements, and their calls counted as if they were made one by one; messages, sweeps and the comparison
 * of the day are real.
 */

/** A quarter of Asaas' limit, and so are the registrations a quarter of 20,000. */
const LIMIT = 6_250
/** The registrations of the first hours. */
const RUSH = [2_000, 1_000, 500]
const HOURS = 24
/** The registrations of each later hour. */
const LATER = 75
const EVENT_DAY = { dueOn: '2099-01-01' }
/** Of ten people with a charge, seven pay within the hour. */
const PAYING = 0.7
/** For the customer, the charge and the code to pay. */
const CALLS_A_CHARGE = 3
const CONCURRENCY = 8

const { db } = await testDatabase()
const asaas = await startAsaas({ clock: { now: () => app.deps.clock.now() } })
afterAll(asaas.close)
const app = await listeningApp(db, {
  env: {
    ...asaasEnvironment(asaas),
    ASAAS_CALL_LIMIT: String(LIMIT),
    PAYMENT_GATEWAY: 'asaas',
    DEMO: 'off',
    RATE_LIMITS: 'on',
  },
})
afterAll(app.close)
const { clock, gateway } = app.deps

test('on a day of too many registrations, nobody who paid waits, and sweeps and refunds give way', async () => {
  const event = await createEvent(db, { eventOn: '2099-06-01', registrationEndsOn: '2099-05-01' })
  // Ten o'clock in São Paulo, in the past.
  clock.set(`${dayIn('UTC', new Date(Date.now() - 3 * 86_400_000))}T13:00:00Z`)
  const day = dayIn(BANK_ZONE, clock.now())
  const opening = clock.now().getTime()
  let registered = 0
  let paid = 0
  const allowed: { sweep: boolean; refund: boolean }[] = []
  for (let hour = 0; hour < HOURS; hour++) {
    clock.set(new Date(opening + hour * 3_600_000))
    const count = RUSH[hour] ?? LATER
    await manyPayments(db, event, {
      ...EVENT_DAY,
      count,
      isCharged: false,
      createdAt: clock.now(),
      provider: 'asaas',
    })
    // `manyPayments` copies one registration, which is counted too.
    registered += count + 1
    const charges = await chargeAsCallsAllow()
    const paying = charges.slice(0, Math.floor(charges.length * PAYING))
    for (const id of paying) asaas.change(id, { status: 'RECEIVED' })
    await deliver(paying)
    paid += paying.length
    expect(await countConfirmed(), `in hour ${hour}`).toBe(paid)
    allowed.push({ sweep: await mayCall('sweep'), refund: await mayCall('refund') })
    await recheckPaymentsJob.run(app.deps, { pauses: 0 })
  }
  expect(registered).toBeGreaterThan(5_000)
  expect(paid).toBeGreaterThan(2_500)
  expect(allowed[0]).toEqual({ sweep: false, refund: false })
  expect(await mostCallsInTwelveHours()).toBeLessThanOrEqual(LIMIT)
  // Most of them were confirmed without a call.
  const reads = asaas.calls.filter(({ call }) => call === 'GET /payments/:id')
  expect(reads.length).toBeLessThan(paid / 4)

  // On the next day the calls suffice again, and the comparison agrees with what messages said.
  clock.set(new Date(opening + (HOURS + 14) * 3_600_000))
  expect([await mayCall('sweep'), await mayCall('refund')]).toEqual([true, true])
  while (!(await withCallShare('sweep', () => reconcilePage(app.deps, { provider: 'asaas', day }))));
  expect(await listDifferences(db, { from: day, to: day })).toEqual([])
  expect(await countConfirmed()).toBe(paid)
  expect(await brokenInvariants(db)).toEqual([])
}, 600_000)

/** Charges those who wait, the earliest first, as long as calls are left for charges; returns the charges. */
async function chargeAsCallsAllow(): Promise<string[]> {
  const counted = await countCalls(CALLS_A_CHARGE * (await countUncharged()))
  const charged = await sql<{ id: string; reference: string; cents: number }>`
    update payments
    set charge_id = 'pay_' || md5(id::text), hosted_link = ${asaas.url} || '/i/' || id, charge_attempts = 1, charge_claimed_until = ${clock.now()}
    where id in (
      select id from payments where charge_id is null and status = 0
      order by id limit ${Math.floor(counted / CALLS_A_CHARGE)}
    )
    returning charge_id as id, external_reference as reference, amount_cents as cents`.execute(db)
  for (const { id, reference, cents } of charged.rows)
    asaas.add({ id, externalReference: reference, value: cents / 100 })
  return charged.rows.map(({ id }) => id)
}

const countUncharged = async (): Promise<number> =>
  (
    await db
      .selectFrom('payments')
      .where('charge_id', 'is', null)
      .where('status', '=', 0)
      .select('id')
      .execute()
  ).length

/** Counts up to `wanted` calls, as many as are left for charges. */
async function countCalls(wanted: number): Promise<number> {
  const { rows } = await sql<{ counted: number }>`
    select count_gateway_calls('asaas', ${clock.now()}, ${LIMIT * 0.9}::int, ${wanted}) as counted`.execute(
    db,
  )
  return rows[0]?.counted ?? 0
}

/** Stores and applies a message about each of the charges. */
async function deliver(chargeIds: readonly string[]): Promise<void> {
  const messages = chargeIds.map((id) => {
    const body = Buffer.from(asaas.message('PAYMENT_RECEIVED', id, `evt_${id}`))
    const notice = gateway.readNotice({ 'asaas-access-token': asaas.webhookToken }, body)
    return { id: notice.externalId, payload: storedNotice(notice, body) }
  })
  const { rows } = await sql<{ id: number }>`
    insert into gateway_messages (provider, external_id, payload, received_at)
    select 'asaas', id, payload::jsonb, ${clock.now()}
    from unnest(${messages.map(({ id }) => id)}::text[], ${messages.map(({ payload }) => payload)}::text[]) as m (id, payload)
    returning id`.execute(db)
  const waiting = rows.values()
  const work = async () => {
    for (const { id } of waiting) await applyGatewayMessage(app.deps, id)
  }
  await Promise.all(Array.from({ length: CONCURRENCY }, work))
}

async function countConfirmed(): Promise<number> {
  const { rows } = await sql<{ n: number }>`
    select count(*)::int as n from payments p join payment_items i on i.payment_id = p.id join registrations r on r.id = i.registration_id
    where p.status = 2 and r.status = 1`.execute(db)
  return rows[0]?.n ?? 0
}

const mayCall = (share: 'sweep' | 'refund'): Promise<boolean> =>
  withCallShare(share, () => gateway.findCharges('nothing')).then(
    () => true,
    (error: unknown) => {
      expect(error).toBeInstanceOf(GatewayUnavailable)
      return false
    },
  )

async function mostCallsInTwelveHours(): Promise<number> {
  const { rows } = await sql<{ most: number }>`
    select max(calls)::int as most from (
      select sum(calls) over (order by hour range between '11 hours' preceding and current row) as calls
      from gateway_calls where provider = 'asaas'
    ) windows`.execute(db)
  return rows[0]?.most ?? 0
}
