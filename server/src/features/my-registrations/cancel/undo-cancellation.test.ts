import { afterAll, afterEach, expect, onTestFinished, test } from 'vitest'
import { dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testApp } from '#test/app.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
import { createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { press, reportStatus } from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { companion, register, submission } from '#test/wizard.ts'
import { lockEventOfRegistration } from '../refund-choice/queries.ts'
import { undoCancellation } from './undo-cancellation.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})

const FREE = { kits: [{ valueCents: 0, feeRate: 0 }] }
const MINUTE_MS = 60_000

interface Mine {
  event: TestEvent
  buyer: TestUser
  id: number
}

const post = ({ id, buyer }: Pick<Mine, 'id' | 'buyer'>, path: string) =>
  app.call('POST', `/participant/registrations/${id}/${path}`, { token: buyer.token })
const undo = (mine: Mine) => post(mine, 'cancel/undo')

async function registered(options: EventOptions = {}, changes: Record<string, unknown> = {}): Promise<Mine> {
  const event = await createEvent(db, { capacity: 1, ...options })
  const buyer = await createUser(db)
  const answer = await register(app, event, buyer, submission(event, changes))
  return { event, buyer, id: answer.json().data.registrations[0].id }
}

async function cancelled(options: EventOptions = {}, changes: Record<string, unknown> = {}): Promise<Mine> {
  const mine = await registered(options, changes)
  expect((await post(mine, 'cancel')).statusCode).toBe(200)
  return mine
}

const registration = (id: number) =>
  db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()
const paymentsOf = (id: number) =>
  db
    .selectFrom('payments as p')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('i.registration_id', '=', id)
    .orderBy('p.id')
    .select(['p.id', 'p.status', 'p.charge_id', 'i.amount_cents'])
    .execute()
const another = async (event: TestEvent) => {
  const buyer = await createUser(db)
  return register(app, event, buyer, submission(event))
}

async function refusal(mine: Mine): Promise<unknown> {
  const before = await registration(mine.id)
  const answer = await undo(mine)
  expect(answer.statusCode).toBe(409)
  expect(await registration(mine.id)).toEqual(before)
  return answer.json().exception
}

test('an unpaid registration has its spot and one new payment again, however often it is asked', async () => {
  const mine = await registered()
  const held = (await registration(mine.id)).held_level_ids
  await post(mine, 'cancel')
  const until = (await app.call('GET', '/participant/list-events', { token: mine.buyer.token })).json()
  expect(until.data[0]).toMatchObject({ id: mine.id, is_over: false, undo_until: expect.any(String) })

  const answers = await Promise.all(Array.from({ length: 8 }, () => undo(mine)))
  answers.push(await undo(mine))
  for (const answer of answers)
    expect([answer.statusCode, answer.json().message]).toEqual([
      200,
      'Cancelamento desfeito. A inscrição vale de novo.',
    ])

  expect(await registration(mine.id)).toMatchObject({
    status: 0,
    cancel_reason: null,
    cancelled_at: null,
    held_level_ids: expect.arrayContaining(held),
  })
  const { data } = (
    await app.call('GET', `/participant/registrations/${mine.id}`, { token: mine.buyer.token })
  ).json()
  expect(data.undo_until).toBeNull()
  // The request leaves the charge to its job while another request has the payment locked.
  await runJobsOnce(app.deps)
  expect(await paymentsOf(mine.id)).toMatchObject([
    { status: PAYMENT_STATUS.cancelled },
    { status: PAYMENT_STATUS.pending, amount_cents: 11_000, charge_id: expect.any(String) },
  ])
  expect((await another(mine.event)).statusCode).toBe(409)
  const trail = db.selectFrom('audit_log').where('action', '=', 'registration.cancellation_undone')
  expect(await trail.where('entity_id', '=', mine.id).select('actor_user_id').execute()).toEqual([
    { actor_user_id: mine.buyer.id },
  ])
  const subjects = (await mailTo(app, mine.buyer.email)).map(({ subject }) => subject).join()
  expect(subjects).toContain('Novo link')
  expect(subjects).not.toContain('Inscrição cancelada')
})

test('a free registration is confirmed again and its mail sent', async () => {
  const mine = await cancelled(FREE)
  const mails = (await mailTo(app, mine.buyer.email)).filter(({ subject }) => subject.includes('cancelada'))
  expect(mails.at(-1)?.text).toMatch(/Até as \d\d:\d\d .* você pode desfazer o cancelamento/)
  expect((await undo(mine)).statusCode).toBe(200)
  expect(await registration(mine.id)).toMatchObject({ status: 1, cancel_reason: null })
  expect(await paymentsOf(mine.id)).toEqual([])
  expect((await mailTo(app, mine.buyer.email)).at(-1)?.subject).toContain('Inscrição confirmada')
})

test('of an order with one payment, the restored registration gets its own', async () => {
  const mine = await registered({ capacity: 2 }, { participants: [companion()] })
  const { data } = (await app.call('GET', '/participant/list-events', { token: mine.buyer.token })).json()
  const other = data.find(({ id }: { id: number }) => id !== mine.id).id
  await post(mine, 'cancel')
  expect((await undo(mine)).statusCode).toBe(200)
  for (const id of [mine.id, other])
    expect((await paymentsOf(id)).filter(({ status }) => status === PAYMENT_STATUS.pending)).toHaveLength(1)
})

test('takes coupon and tier again', async () => {
  const mine = await registered({
    kits: [
      {
        tiers: [
          { name: 'Primeiro', valueCents: 5_000, capacity: 1 },
          { name: 'Último', valueCents: 9_000 },
        ],
      },
    ],
  })
  const before = await registration(mine.id)
  await post(mine, 'cancel')
  // The tier closed with its last unit, so nobody else has taken it.
  expect((await undo(mine)).statusCode).toBe(200)
  expect(await registration(mine.id)).toMatchObject({
    total_cents: before.total_cents,
    tier_id: before.tier_id,
  })

  const withCoupon = await createEvent(db, { coupons: [{ code: 'DEZ', value: 1_000, capacity: 1 }] })
  const buyer = await createUser(db)
  const coupon = at(withCoupon.coupons, 0).id
  const body = { discount_coupon_id: coupon, discount_coupon_code: 'DEZ' }
  const { id } = (await register(app, withCoupon, buyer, submission(withCoupon, body))).json().data
    .registrations[0]
  const used = await registration(id)
  await post({ id, buyer }, 'cancel')
  expect((await undo({ event: withCoupon, id, buyer })).statusCode).toBe(200)
  expect((await registration(id)).held_level_ids.toSorted()).toEqual(used.held_level_ids.toSorted())

  await post({ id, buyer }, 'cancel')
  expect(
    (await register(app, withCoupon, await createUser(db), submission(withCoupon, body))).statusCode,
  ).toBe(201)
  expect(await refusal({ event: withCoupon, id, buyer })).toContain('O cupom desta inscrição já foi usado')
})

test('refuses when the place is gone', async () => {
  const mine = await cancelled()
  expect((await another(mine.event)).statusCode).toBe(201)
  expect(await refusal(mine)).toBe(
    'A vaga já está com outra pessoa. O cancelamento não pode mais ser desfeito.',
  )
})

test('refuses when others have bought the tier', async () => {
  const mine = await cancelled({
    capacity: 5,
    kits: [
      {
        tiers: [
          { name: 'Primeiro', valueCents: 5_000, capacity: 2 },
          { name: 'Último', valueCents: 9_000 },
        ],
      },
    ],
  })
  for (let i = 0; i < 2; i++) expect((await another(mine.event)).statusCode).toBe(201)
  expect(await refusal(mine)).toContain('O lote desta inscrição acabou.')
})

test('refuses after ten minutes', async () => {
  const mine = await cancelled()
  app.deps.clock.advance(10 * MINUTE_MS)
  expect(await refusal(mine)).toContain('Os 10 minutos para desfazer o cancelamento já passaram.')
})

test('refuses when money moved: paid and refunded', { tags: 'operation' }, async () => {
  const mine = await registered({ capacity: 5 })
  await runJobsOnce(app.deps)
  await press(app, (await paymentsOf(mine.id))[0]?.charge_id ?? '', 'pagar')
  await runJobsOnce(app.deps)
  const { data } = (
    await app.call('GET', `/participant/registrations/${mine.id}`, { token: mine.buyer.token })
  ).json()
  const cancel = await app.call('POST', `/participant/registrations/${mine.id}/cancel`, {
    token: mine.buyer.token,
    body: { expected_refund: data.cancellation.refund },
  })
  expect(cancel.statusCode).toBe(200)
  expect(await refusal(mine)).toContain('O pagamento desta inscrição mudou.')
})

test('a late payment restores it first: nothing is left to undo', async () => {
  const mine = await cancelled()
  await reportStatus(app, (await paymentsOf(mine.id))[0]?.id ?? 0, PAYMENT_STATUS.paid)
  expect((await undo(mine)).statusCode).toBe(200)
  expect((await registration(mine.id)).status).toBe(1)
  expect((await paymentsOf(mine.id)).map(({ status }) => status)).toEqual([PAYMENT_STATUS.paid])
})

test.each([
  ['closed', { registration_ends_on: '2026-01-31', registration_starts_on: '2026-01-01' }],
  ['cancelled', { status: 3 }],
] as const)('refuses when the event is %s', async (_name, change) => {
  const mine = await cancelled()
  await db.updateTable('events').set(change).where('id', '=', mine.event.id).execute()
  expect(await refusal(mine)).toBe('As inscrições para este evento estão encerradas.')
})

test('refuses when the participant registered again, or the account has too many unpaid', async () => {
  const mine = await cancelled({ capacity: 5, maxUnpaidPerAccount: 1 })
  expect((await register(app, mine.event, mine.buyer, submission(mine.event))).statusCode).toBe(201)
  expect(await refusal(mine)).toContain('Esta conta tem inscrições demais à espera de pagamento')
  await db.updateTable('events').set({ max_unpaid_per_account: 12 }).where('id', '=', mine.event.id).execute()
  expect(await refusal(mine)).toBe('Já há outra inscrição deste participante nesta corrida.')
})

test("refuses what the organizer cancelled, and 404 for another account's registration", async () => {
  const mine = await cancelled()
  const stranger = await createUser(db)
  expect((await undo({ ...mine, buyer: stranger })).statusCode).toBe(404)
  await db
    .updateTable('registrations')
    .set({ cancel_reason: 'organizer' })
    .where('id', '=', mine.id)
    .execute()
  expect(await refusal(mine)).toBe('Este cancelamento não pode ser desfeito.')
})

test('another account cannot wait for the lock of the event', async () => {
  const mine = await cancelled()
  const stranger = await createUser(db)
  await transaction(db, async (tx) => {
    await lockEventOfRegistration(tx, mine.id)
    expect((await undo({ ...mine, buyer: stranger })).statusCode).toBe(404)
  })
})

test('an account undoes as often as it may renew payments; a repeated request does not count', {
  tags: 'operation',
}, async () => {
  const limited = await testApp(db, { env: { RATE_LIMITS: 'on' } })
  onTestFinished(limited.close)
  const { id, buyer } = await registered(FREE)
  const path = `/participant/registrations/${id}/cancel/undo`
  const undoLimited = () => limited.call('POST', path, { token: buyer.token })
  for (let i = 0; i < 10; i++) {
    await post({ id, buyer }, 'cancel')
    for (let repeated = 0; repeated < 2; repeated++) expect((await undoLimited()).statusCode).toBe(200)
  }
  await post({ id, buyer }, 'cancel')
  expect((await undoLimited()).statusCode).toBe(429)
  expect((await registration(id)).status).toBe(2)
})

test.each([
  // The only place is taken: hours to pay.
  ['a boleto that has become too slow is replaced by a faster type', { capacity: 1 }, 0, expect.any(Date)],
  ['a boleto stays where nothing is faster', { capacity: 1, paymentTypes: [1] }, 1, null],
  ['a boleto stays while there is time for it', { capacity: 100 }, 1, null],
] satisfies [string, EventOptions, number, unknown][])('%s', async (_name, options, type, expiresAt) => {
  const mine = await cancelled(options)
  await db
    .updateTable('payments')
    .set({ type: 1 })
    .where('id', '=', (await paymentsOf(mine.id))[0]?.id ?? 0)
    .execute()
  expect((await undo(mine)).statusCode).toBe(200)
  const renewed = await db
    .selectFrom('payments')
    .where('id', '=', (await paymentsOf(mine.id)).at(-1)?.id ?? 0)
    .select(['type', 'expires_at'])
    .executeTakeFirstOrThrow()
  expect(renewed).toEqual({ type, expires_at: expiresAt })
})

test('undoing, cancelling, registering, paying and expiring at once conserve places and money', {
  timeout: 300_000,
  tags: 'operation',
}, async () => {
  for (let seed = 1; seed <= 8; seed++) {
    const random = seededRandom(seed)
    const event = await createEvent(db, {
      capacity: 3,
      kits: [
        {
          tiers: [
            { name: 'Primeiro', valueCents: 5_000, capacity: 2 },
            { name: 'Último', valueCents: 9_000 },
          ],
        },
      ],
    })
    const mine: Mine[] = []
    for (let i = 0; i < 3; i++) {
      const buyer = await createUser(db)
      const answer = await register(app, event, buyer, submission(event))
      mine.push({ event, buyer, id: answer.json().data.registrations[0].id })
    }
    const some = () => at(mine, random(mine.length))
    const report = async (status: number) => {
      const payment = (await paymentsOf(some().id)).at(-1)
      if (payment) await reportStatus(app, payment.id, status).catch(() => undefined)
    }
    const steps: (() => Promise<unknown>)[] = [
      () => post(some(), 'cancel'),
      () => post(some(), 'cancel'),
      () => undo(some()),
      () => undo(some()),
      () => undo(some()),
      () => another(event),
      () => register(app, event, some().buyer, submission(event)),
      () => report(PAYMENT_STATUS.paid),
      () => report(PAYMENT_STATUS.expired),
      () => runJobsOnce(app.deps),
    ]
    for (let round = 0; round < 4; round++) {
      const answers = await Promise.all(Array.from({ length: 5 }, () => at(steps, random(steps.length))()))
      for (const answer of answers)
        if (answer && typeof answer === 'object' && 'statusCode' in answer && 'body' in answer)
          expect([200, 201, 404, 409, 422, 503], `seed ${seed}: ${answer.body}`).toContain(answer.statusCode)
      expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
    }
    const { held } = await db
      .selectFrom('stock_levels')
      .where('id', '=', event.levelId)
      .select('held')
      .executeTakeFirstOrThrow()
    expect(held, `seed ${seed}`).toBeLessThanOrEqual(3)
  }
})

test('of an undo and a registration for the last place, one succeeds', { tags: 'operation' }, async () => {
  for (let round = 0; round < 6; round++) {
    const mine = await cancelled()
    const [back, taken] = await Promise.all([undo(mine), another(mine.event)])
    expect([back.statusCode === 200, taken.statusCode === 201].filter(Boolean)).toHaveLength(1)
  }
})

test('a process that dies at any step leaves it cancelled, or restored with one payment', {
  timeout: 300_000,
  tags: 'operation',
}, async () => {
  for (let dieAt = 1; ; dieAt++) {
    const mine = await cancelled()
    const dying = dyingProcess(app.deps, url, dieAt)
    await undoCancellation(dying.deps, {
      userId: mine.buyer.id,
      registrationId: mine.id,
      ip: '127.0.0.1',
    }).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db), `died at ${dieAt}`).toEqual([])
    expect((await undo(mine)).statusCode, `died at ${dieAt}`).toBe(200)
    await runJobsOnce(app.deps)
    const open = (await paymentsOf(mine.id)).filter(({ status }) => status === PAYMENT_STATUS.pending)
    expect(open, `died at ${dieAt}`).toHaveLength(1)
    if (!died) {
      expect(dieAt).toBeGreaterThan(10)
      return
    }
  }
})

test('the day of the event counts in its time zone', async () => {
  const timezone = 'America/Rio_Branco'
  const today = dayIn(timezone, app.deps.clock.now())
  const mine = await cancelled({ timezone, registrationEndsOn: today })
  expect((await undo(mine)).statusCode).toBe(200)
})
