// @module-tag operation
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { isLockTimeout } from '#server/lib/errors.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { chargedRegistration, pressAndDeliver, reportStatus } from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { register, submission } from '#test/wizard.ts'
import { acceptTransfer } from './accept.ts'

// Transfers at the same time as other operations, and processes that die.

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const until = addDays(dayIn('America/Sao_Paulo', now), 20)
const organizer = await createOrganizer(db)

const race = (feeCents: number) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    transfers: { until, feeCents, most: 10 },
    changes: { until, downgrade: 'refund' },
    kits: [
      { name: 'Completo', valueCents: 10_000 },
      { name: 'Premium', valueCents: 15_000, capacity: 2 },
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
async function invited({ id, buyer }: Paid): Promise<string> {
  const answer = await app.call('POST', `/participant/registrations/${id}/transfer`, { token: buyer.token })
  return answer.statusCode === 201
    ? (new URL(answer.json().data.link).searchParams.get('token') ?? '')
    : 'none'
}
const body = (event: TestEvent, token: string, toPay: string) => ({
  token,
  terms: event.terms.map(({ id }) => ({ id, version: 1 })),
  answers: event.questionnaires.map(({ id }) => ({ questionnaire_id: id, accepted: true })),
  payment_type: 0,
  expected_to_pay: toPay,
})
const accept = (event: TestEvent, token: string, user: TestUser, toPay = '15.00') =>
  app.call('POST', '/participant/transfers', { token: user.token, body: body(event, token, toPay) })
async function newest(registrationId: number) {
  return db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.charge_id'])
    .executeTakeFirstOrThrow()
}
/** A lock that is not free in time, on a slow machine, means "try again" (503). */
const report = (paymentId: number, status: number) =>
  reportStatus(app, paymentId, status).catch((error: unknown) => {
    if (!isLockTimeout(error)) throw error
  })
async function countDeadlocks(): Promise<number> {
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db)
  return at(rows, 0).deadlocks
}

test('transfer, cancellation, expiry, late payment, change and order at once leave one runner and the money', {
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= 20; seed++) {
    const random = seededRandom(seed)
    const event = await race(1_500)
    const one = await paid(event)
    const [bruno, carla] = [await createUser(db), await createUser(db)]
    await accept(event, await invited(one), bruno)
    const { id } = await newest(one.id)
    const own = { token: one.buyer.token }
    const steps: (() => Promise<unknown>)[] = [
      () => report(id, 2),
      () => report(id, 8),
      () => report(one.paymentId, 5),
      () => app.call('POST', `/participant/registrations/${one.id}/transfer/withdraw`, own),
      async () => accept(event, await invited(one), carla),
      () => register(app, event, bruno, submission(event)),
      () =>
        app.call('POST', `/participant/registrations/${one.id}/change`, {
          ...own,
          body: {
            category_id: at(event.categories, 0).id,
            product_id: at(event.kits, 1).id,
            shirt_size_id: null,
            payment_type: 0,
            expected_value: '165.00',
          },
        }),
      () =>
        app.call('POST', `/participant/registrations/${one.id}/cancel`, {
          ...own,
          body: { expected_refund: '110.00' },
        }),
      () => runJobsOnce(app.deps),
    ]
    for (let round = 0; round < 3; round++) {
      const chosen = Array.from({ length: 4 }, () => at(steps, random(steps.length)))
      const answers = await Promise.all(chosen.map((step) => step()))
      for (const answer of answers)
        if (answer && typeof answer === 'object' && 'statusCode' in answer && 'body' in answer)
          expect([200, 201, 400, 404, 409, 422, 503], `seed ${seed}: ${answer.body}`).toContain(
            answer.statusCode,
          )
      expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
    }
    await runJobsOnce(app.deps)
    expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
  }
  expect(await countDeadlocks()).toBe(0)
})

test('a process that dies at any step of accepting leaves the registration with one runner', {
  timeout: 300_000,
}, async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    const isFree = dieAt % 2 === 0
    const event = await race(isFree ? 0 : 1_500)
    const one = await paid(event)
    const bruno = await createUser(db)
    const token = await invited(one)
    const dying = dyingProcess(app.deps, url, dieAt)
    const input = { ...body(event, token, ''), shirt_size_id: null, payment_type: 0 as const }
    await acceptTransfer(dying.deps, {
      userId: bruno.id,
      input: { ...input, expected_to_pay: isFree ? 0 : 1_500 },
      ip: '127.0.0.1',
    }).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db), `died at ${dieAt}`).toEqual([])
    const again = await accept(event, token, bruno, isFree ? '0.00' : '15.00')
    expect(again.statusCode, again.body).toBe(200)
    app.deps.clock.advance(61_000)
    await runJobsOnce(app.deps)
    if (!isFree) await pressAndDeliver(app, (await newest(one.id)).charge_id ?? '', 'pagar')
    const { responsible_user_id: runner } = await db
      .selectFrom('registrations')
      .where('id', '=', one.id)
      .select('responsible_user_id')
      .executeTakeFirstOrThrow()
    expect(runner, `died at ${dieAt}`).toBe(bruno.id)
    expect(await brokenInvariants(db), `died at ${dieAt}`).toEqual([])
    app.deps.clock.set(now)
    if (!died) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(12)
})
