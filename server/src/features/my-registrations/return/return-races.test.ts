// @module-tag operation
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { isLockTimeout } from '#server/lib/errors.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { type DyingProcess, dyingProcess } from '#test/dying-process.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { chargedRegistration, listRefunds, pressAndDeliver, reportStatus } from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { register, submission } from '#test/wizard.ts'
import { returnPlace } from './return-place.ts'
import { settleReturns } from './settle-returns.ts'

// Returned places at the same time as other operations, and processes that die.

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const until = addDays(dayIn('America/Sao_Paulo', new Date()), 20)
const organizer = await createOrganizer(db)

const race = () =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    capacity: 3,
    returns: { until, feeCents: 1_000 },
    changes: { until, downgrade: 'refund' },
    kits: [
      { name: 'Completo', valueCents: 10_000 },
      { name: 'Premium', valueCents: 15_000 },
    ],
  })

interface Paid {
  id: number
  paymentId: number
  buyer: TestUser
}
async function paid(event: TestEvent): Promise<Paid> {
  const buyer = await createUser(db)
  const { registrationId: id, chargeId, paymentId } = await chargedRegistration(app, event, { buyer })
  await pressAndDeliver(app, chargeId, 'pagar')
  return { id, paymentId, buyer }
}
const post = ({ id, buyer }: Paid, path: string, body?: object) =>
  app.call('POST', `/participant/registrations/${id}/${path}`, { token: buyer.token, body })
const giveBack = (one: Paid) => post(one, 'return', { expected_refund: '100.00' })

/** A lock that is not free in time, on a slow machine, means "try again" (503). */
const unlessLocked = (work: Promise<unknown>) =>
  work.catch((error: unknown) => {
    const errors = error instanceof AggregateError ? error.errors : [error]
    if (!errors.every(isLockTimeout)) throw error
  })
const openPaymentOf = (user: TestUser) =>
  db
    .selectFrom('payments')
    .where('payer_user_id', '=', user.id)
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirst()

test('returning, taking back, buying, paying, expiring and cancelling at once conserve places and money', {
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = seededRandom(seed)
    const event = await race()
    const runners = [await paid(event), await paid(event), await paid(event)]
    const buyers = [await createUser(db), await createUser(db), at(runners, 0).buyer]
    const some = <T>(list: readonly T[]) => at(list, random(list.length))
    const report = async (user: TestUser, status: number) => {
      const payment = await openPaymentOf(user)
      if (payment) await unlessLocked(reportStatus(app, payment.id, status))
    }
    const steps: (() => Promise<unknown>)[] = [
      () => giveBack(some(runners)),
      () => giveBack(some(runners)),
      () => post(some(runners), 'return/withdraw'),
      () => post(some(runners), 'cancel', { expected_refund: '110.00' }),
      () =>
        post(some(runners), 'change', {
          category_id: at(event.categories, 0).id,
          product_id: at(event.kits, 1).id,
          shirt_size_id: null,
          payment_type: 0,
          expected_value: '165.00',
        }),
      () => register(app, event, some(buyers), submission(event)),
      () => report(some(buyers), 2),
      () => report(some(buyers), 2),
      () => report(some(buyers), 8),
      () => unlessLocked(reportStatus(app, some(runners).paymentId, 5)),
      () => unlessLocked(settleReturns(app.deps)),
      () => unlessLocked(settleReturns(app.deps)),
      () => runJobsOnce(app.deps),
    ]
    for (let round = 0; round < 3; round++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => some(steps)()))
      for (const answer of answers)
        if (answer && typeof answer === 'object' && 'statusCode' in answer && 'body' in answer)
          expect([200, 201, 404, 409, 422, 503], `seed ${seed}: ${answer.body}`).toContain(answer.statusCode)
      expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
    }
    await runJobsOnce(app.deps)
    await settleReturns(app.deps)
    expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
  }
  const { rows } = await sql<{ deadlocks: number; returned: number }>`
    select (select deadlocks::int from pg_stat_database where datname = current_database()) as deadlocks,
      (select count(*)::int from refund_choices where kind = 'returned') as returned`.execute(db)
  expect(at(rows, 0).deadlocks).toBe(0)
  expect(at(rows, 0).returned).toBeGreaterThan(0)
})

test('of many sweeps at once, one refunds each returned place', async () => {
  const event = await race()
  const runners = [await paid(event), await paid(event)]
  for (const one of runners) await giveBack(one)
  await paid(event)
  await Promise.all(Array.from({ length: 4 }, () => unlessLocked(settleReturns(app.deps))))
  await settleReturns(app.deps)
  const [first, second] = await Promise.all(runners.map(({ paymentId }) => listRefunds(app, paymentId)))
  expect(first).toMatchObject([{ reason: 'returned', amountCents: 10_000 }])
  expect(second).toEqual([])
})

/** Runs `work` in processes that die at each of its steps, and once to the end. Returns how many died. */
async function dieAtEachStep(
  prepare: () => Promise<(deps: DyingProcess['deps']) => Promise<unknown>>,
  check: (dieAt: number) => Promise<void>,
): Promise<number> {
  for (let dieAt = 1; ; dieAt++) {
    const work = await prepare()
    const dying = dyingProcess(app.deps, url, dieAt)
    await work(dying.deps).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db), `died at ${dieAt}`).toEqual([])
    await check(dieAt)
    expect(await brokenInvariants(db), `died at ${dieAt}`).toEqual([])
    if (!died) return dieAt - 1
  }
}

test('a process that dies at any step leaves the registration as it was, or returned', {
  timeout: 300_000,
}, async () => {
  let one: Paid
  const deaths = await dieAtEachStep(
    async () => {
      one = await paid(await race())
      const { id: registrationId, buyer } = one
      return (deps) =>
        returnPlace(deps, { userId: buyer.id, registrationId, expectedCents: 10_000, ip: '127.0.0.1' })
    },
    async (dieAt) => {
      expect((await giveBack(one)).statusCode, `died at ${dieAt}`).toBe(200)
      expect((await post(one, 'return/withdraw')).statusCode, `died at ${dieAt}`).toBe(200)
    },
  )
  expect(deaths).toBeGreaterThan(10)
})

test('a process that dies at any step of refunding a bought place leaves it waiting, or refunded once', {
  timeout: 300_000,
}, async () => {
  let one: Paid
  const deaths = await dieAtEachStep(
    async () => {
      const event = await race()
      one = await paid(event)
      await giveBack(one)
      await paid(event)
      return settleReturns
    },
    async (dieAt) => {
      await settleReturns(app.deps)
      await runJobsOnce(app.deps)
      expect(await listRefunds(app, one.paymentId), `died at ${dieAt}`).toMatchObject([
        { reason: 'returned', amountCents: 10_000 },
      ])
    },
  )
  expect(deaths).toBeGreaterThan(10)
})
