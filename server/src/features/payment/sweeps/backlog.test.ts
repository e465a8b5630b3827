// @module-tag operation
import { Kysely, PostgresDialect, sql } from 'kysely'
import { afterAll, beforeEach, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { poolOf } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { testDatabase } from '#test/database.ts'
import { createEvent } from '#test/factories/event.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { manyPayments } from '#test/many-payments.ts'
import { findPayment, reportStatus } from '#test/payments.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { GatewayUnavailable, type PaymentGateway } from '../gateways/gateway.ts'
import { expirePayments, expirePaymentsJob } from './expire-payments.ts'
import { recheckPayments } from './recheck-payments.ts'
import { LIST_LIMIT, runTasks, type SweepResult } from './sweep-job.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const race = await createEvent(db)
const { gateway } = app.deps
const yesterday = addDays(dayIn(BANK_ZONE, new Date()), -1)
const anHourAgo = new Date(Date.now() - 3_600_000)

beforeEach(async () => {
  app.deps.gateway = gateway
  // Ends the payments of earlier tests, which are not part of this backlog.
  for (const { id } of await db.selectFrom('payments').where('status', 'in', [0, 4]).select('id').execute())
    await reportStatus(app, id, 6)
  await db.updateTable('payments').set({ charge_closed_at: new Date() }).where('status', '=', 6).execute()
})

const statuses = async (ids: readonly number[]): Promise<Record<number, number>> => {
  const rows = await db
    .selectFrom('payments')
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .groupBy('status')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .execute()
  return Object.fromEntries(rows.map(({ status, count }) => [status, count]))
}

/** Runs a sweep until nothing remains, as its job does. */
async function runToEnd(sweep: () => Promise<SweepResult>): Promise<SweepResult> {
  for (;;) {
    const result = await sweep()
    if (result.remaining !== 'more') return result
  }
}

/** A gateway that knows these payments' charges, all with `status`, and throws for the first of them. */
async function gatewayWith(ids: readonly number[], status: number): Promise<PaymentGateway> {
  const [failing] = ids
  const rows = await db
    .selectFrom('payments')
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .select(['id', 'charge_id', 'external_reference', 'amount_cents'])
    .execute()
  const charges = new Map(
    rows.map((row) => [
      row.external_reference,
      {
        id: row.charge_id ?? '',
        externalReference: row.external_reference,
        status,
        amountCents: row.amount_cents,
        paidAt: null,
        paymentLink: '',
        feeCents: null,
      },
    ]),
  )
  const failingReference = rows.find(({ id }) => id === failing)?.external_reference
  return {
    ...gateway,
    findCharges: async (reference) => {
      if (reference === failingReference) throw new Error('this charge fails')
      const charge = charges.get(reference)
      return charge ? [charge] : []
    },
    cancelCharge: async () => true,
  }
}

test('a sweep expires two hundred payments, except one that fails', async () => {
  const count = 200
  const ids = await manyPayments(db, race, { count, dueOn: yesterday, isCharged: true, createdAt: anHourAgo })
  app.deps.gateway = await gatewayWith(ids, 0)
  expect((await runToEnd(() => expirePayments(app.deps))).remaining).toBe('none')
  expect(await statuses(ids)).toEqual({ 4: 1, 8: count - 1 })
  expect(await findPayment(app, ids[0] ?? 0)).toMatchObject({ status: 4, checked_at: expect.any(Date) })

  app.deps.gateway = await gatewayWith([0, ...ids], 0)
  await runToEnd(() => expirePayments(app.deps))
  expect(await statuses(ids)).toEqual({ 8: count })
}, 120_000)

test('a sweep reconciles two hundred charges whose messages were lost, except one that fails', async () => {
  const count = 200
  const dueOn = addDays(yesterday, 9)
  const ids = await manyPayments(db, race, { count, dueOn, isCharged: true, createdAt: anHourAgo })
  app.deps.gateway = await gatewayWith(ids, 2)
  expect((await runToEnd(() => recheckPayments(app.deps))).remaining).toBe('none')
  expect(await statuses(ids)).toEqual({ 0: 1, 2: count - 1 })
}, 120_000)

test.each([
  ['a full list', LIST_LIMIT, true, 'more'],
  ['a full list', LIST_LIMIT, false, 'none'],
  ['a shorter list', LIST_LIMIT - 1, true, 'none'],
])('after %s of %i tasks, which succeed: %s, remains: %s', async (_name, count, succeeds, remaining) => {
  const run = succeeds ? async () => undefined : () => Promise.reject(new Error('it fails'))
  const tasks = Array.from({ length: count }, (_, paymentId) => ({ paymentId, run }))
  expect(await runTasks(tasks, async () => undefined)).toEqual({
    remaining,
    succeeded: succeeds ? count : 0,
  })
})

test('with the gateway unavailable a sweep first does the work that needs no gateway, then pauses with growing delays', async () => {
  const charged = await manyPayments(db, race, {
    count: 40,
    dueOn: yesterday,
    isCharged: true,
    createdAt: anHourAgo,
  })
  const untried = await manyPayments(db, race, {
    count: 40,
    dueOn: addDays(yesterday, -9),
    isCharged: false,
    createdAt: anHourAgo,
  })
  let calls = 0
  app.deps.gateway = {
    ...gateway,
    findCharges: async () => {
      calls += 1
      throw new GatewayUnavailable('503')
    },
  }
  app.deps.clock.advance(60_000)
  const pauses = []
  for (const before of [0, 1, 2]) {
    calls = 0
    await expirePaymentsJob.run(app.deps, { pauses: before })
    expect(calls).toBeLessThan(20)
    const { rows } = await sql<{ pauses: number; seconds: number }>`
      select (payload ->> 'pauses')::int as pauses,
        round(extract(epoch from run_at - ${app.deps.clock.now()}::timestamptz))::int as seconds
      from graphile_worker._private_jobs where key = 'expire-payments'`.execute(db)
    pauses.push(...rows)
  }
  expect(pauses).toEqual([
    { pauses: 1, seconds: 5 },
    { pauses: 2, seconds: 10 },
    { pauses: 3, seconds: 20 },
  ])
  expect(await statuses(untried)).toEqual({ 8: 40 })
  expect(await statuses(charged)).toEqual({ 4: 40 })

  app.deps.gateway = await gatewayWith([0, ...charged], 0)
  await expirePaymentsJob.run(app.deps, { pauses: 3 })
  expect(await statuses(charged)).toEqual({ 8: 40 })
}, 60_000)

test('all invariants hold afterwards', async () => {
  expect(await brokenInvariants(db)).toEqual([])
}, 60_000)

test('no sweep scans the whole table of payments', async () => {
  const [one] = await manyPayments(db, race, {
    count: 1,
    dueOn: yesterday,
    isCharged: false,
    createdAt: anHourAgo,
  })
  await sql`
    insert into payments (event_id, payer_user_id, provider, type, amount_cents, status, due_on, created_at, updated_at, charge_closed_at)
    select event_id, payer_user_id, provider, type, amount_cents, (array[2, 2, 2, 12, 8, 6])[n % 6 + 1], due_on, created_at,
      updated_at, now()
    from payments, generate_series(1, 20000) n where id = ${one}`.execute(db)
  await sql`analyze payments`.execute(db)
  const queries: { sql: string; parameters: readonly unknown[] }[] = []
  const watched = new Kysely<DB>({
    dialect: new PostgresDialect({ pool: poolOf(db) }),
    log: ({ query }) => void queries.push(query),
  })
  await expirePayments({ ...app.deps, db: watched })
  await recheckPayments({ ...app.deps, db: watched })

  const selects = queries.filter((query) => /^select .*from "payments"/.test(query.sql))
  expect(selects.length).toBeGreaterThanOrEqual(5)
  for (const query of selects) {
    const { rows } = await poolOf(db).query(`explain ${query.sql}`, [...query.parameters])
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n')
    expect(plan, query.sql).not.toContain('Seq Scan on payments')
  }
}, 60_000)
