// @module-tag operation
import { sql } from 'kysely'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { finishRefund } from '#sandbox/refund-charge.ts'
import { cancelMyRegistration } from '#server/features/my-registrations/cancel/cancel-my-registration.ts'
import { AppError } from '#server/lib/errors.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { faultyGateway, liveCharges, paidTwice } from '#test/faulty-gateway.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  type ChargedRegistration,
  cancelPaid,
  cancelPending,
  chargedRegistration,
  press,
} from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { register, submission } from '#test/wizard.ts'
import { tryCreateCharge } from './create-charge.ts'
import { BANK_ZONE } from './domain/due-date.ts'
import { GatewayUnavailable } from './gateways/gateway.ts'
import { applyGatewayMessage } from './inbox/apply-gateway-message.ts'
import { sendRefund } from './refunds/send-refund.ts'
import { expirePayments } from './sweeps/expire-payments.ts'
import { recheckPayments } from './sweeps/recheck-payments.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)

test.each([1, 2, 3])(
  'concurrent payments, refunds, cancellations and sweeps, seed %i: invariants hold, every message is applied',
  async (seed) => {
    const random = seededRandom(seed * 7_919)
    const dueOn = addDays(dayIn(BANK_ZONE, app.deps.clock.now()), 1)
    const race = await createEvent(db, { capacity: 12 })
    const registrations: ChargedRegistration[] = []
    for (let i = 0; i < 12; i++)
      registrations.push(await chargedRegistration(app, race, { payment: { dueOn } }))
    const anyone = () =>
      registrations[random(registrations.length)] ?? { registrationId: 0, paymentId: 0, chargeId: '' }

    const actions = [
      () => press(app, anyone().chargeId, 'pagar'),
      () => press(app, anyone().chargeId, 'estornar'),
      () => press(app, anyone().chargeId, 'contestar'),
      () => press(app, anyone().chargeId, 'ganhar-contestacao'),
      () => press(app, anyone().chargeId, 'perder-contestacao'),
      () => cancelPaid(app, anyone().registrationId),
      () => cancelPending(app, anyone().registrationId),
      // Another buyer takes a spot that was released.
      () => createOrder(db, race).catch(() => undefined),
      () => runJobsOnce(app.deps),
      () => expirePayments(app.deps),
      () => recheckPayments(app.deps),
    ]
    for (let wave = 0; wave < 6; wave++) {
      // The second half runs after the due date.
      if (wave === 3) app.deps.clock.set(`${addDays(dueOn, 1)}T15:00:00Z`)
      await Promise.all(Array.from({ length: 8 }, () => actions[random(actions.length)]?.()))
    }
    await runJobsOnce(app.deps)
    app.deps.clock.set(new Date())
    expect(await brokenInvariants(db)).toEqual([])

    const stranded = await db
      .selectFrom('gateway_messages')
      .where('handled_at', 'is', null)
      .select('id')
      .execute()
    expect(stranded).toEqual([])
    expect(await unequalRefunds()).toEqual([])
  },
)

/** `STRESS_RUNS=2000 npx vitest run server/src/features/payment/stress.test.ts` runs two thousand seeds. */
const RUNS = Number(process.env.STRESS_RUNS ?? 2)
const SECONDS_A_RUN = 5

test(
  `concurrent renewals, edits, payments and cancellations, ${RUNS} runs: never two payable charges, no deadlock`,
  async () => {
    const organizer = await createOrganizer(db)
    await db
      .updateTable('users')
      .set({ password_hash: await passwordHash })
      .where('id', '=', organizer.id)
      .execute()
    const { gateway, log } = app.deps
    const logged: string[] = []
    app.deps.log = pino({ level: 'warn' }, { write: (line: string) => void logged.push(line) })
    for (let run = 1; run <= RUNS; run++) {
      const seed = `seed ${run}`
      app.deps.clock.set(new Date())
      const duplicates: unknown[] = []
      const random = seededRandom(run * 104_729)
      app.deps.gateway = faultyGateway(gateway, random, async () => {
        duplicates.push(...(await paidTwice(db)))
      })
      const answers = await runConcurrentCalls(random, organizer)
      app.deps.gateway = gateway
      await settleDown()

      expect(
        answers.filter((status) => status >= 500),
        seed,
      ).toEqual([])
      expect(
        logged.filter((line) => line.includes('40P01')),
        seed,
      ).toEqual([])
      expect(duplicates, seed).toEqual([])
      expect(await paidTwice(db), seed).toEqual([])
      expect(await payableWithoutDebt(), seed).toEqual([])
      const { gateway: live, ours } = await payableCharges()
      expect(live, seed).toEqual(ours)
      expect(await unequalRefunds(), seed).toEqual([])
      expect(await overpaid(), seed).toEqual([])
      expect(await activeInCancelled(), seed).toEqual([])
      if (run % 25 === 0 || run === RUNS) expect(await brokenInvariants(db), seed).toEqual([])
    }
    const { moves } = await db
      .selectFrom('payment_moves')
      .select((eb) => eb.fn.countAll<number>().as('moves'))
      .executeTakeFirstOrThrow()
    if (RUNS >= 12) expect(Number(moves)).toBeGreaterThan(0)
    app.deps.log = log
    app.deps.clock.set(new Date())
  },
  RUNS * SECONDS_A_RUN * 1000,
)

/** Runs calls on three registrations concurrently, in random order. Returns the HTTP statuses. */
async function runConcurrentCalls(
  random: (below: number) => number,
  organizer: { organizerId: number; token: string },
): Promise<number[]> {
  // In half of the runs another buyer may take the kit, so that a late payment finds it gone.
  const isScarce = random(2) === 0
  const [race, newDate] = await Promise.all(
    [isScarce ? 3 : null, null].map((capacity) =>
      createEvent(db, {
        organizerId: organizer.organizerId,
        kits: [
          { name: 'Completo', valueCents: 10_000, capacity },
          { name: 'Premium', valueCents: 15_000 },
          { name: 'Cortesia', valueCents: 0, feeRate: 0 },
        ],
      }),
    ),
  )
  if (!race || !newDate) throw new Error('both were created')
  // The registrations belong to three accounts, or to one that may pay them together.
  const isFamily = random(2) === 0
  const orders = await Promise.all(
    Array.from({ length: isFamily ? 1 : 3 }, () =>
      createOrder(db, race, {
        additional: isFamily ? 2 : 0,
        payment: { status: random(3) === 0 ? 7 : 0 },
      }),
    ),
  )
  const mine = orders.flatMap(({ buyer, registrations }) =>
    registrations.map(({ id }) => ({ id, token: buyer.token })),
  )
  const answers: number[] = []
  const call = async (...asked: Parameters<typeof app.call>) => {
    answers.push((await app.call(...asked)).statusCode)
  }
  const anyone = () => mine[random(3)] ?? { id: 0, token: '' }
  const renew = ({ id, token } = anyone()) =>
    call('POST', `/participant/registrations/${id}/payment`, { token, body: { payment_type: random(3) } })
  const together = () => {
    const chosen = mine.filter(() => random(3) > 0)
    return call('POST', '/participant/payments', {
      token: at(mine, 0).token,
      body: { registration_ids: chosen.map(({ id }) => id), payment_type: random(3) },
    })
  }
  const edit = ({ id } = anyone()) =>
    call('PUT', `/organizer/events/register/${id}`, {
      token: organizer.token,
      body: {
        category_id: at(race.categories, 0).id,
        products: [
          { id: at(race.kits, random(8) === 0 ? 2 : random(2)).id, shirt_size_id: null, quantity: 1 },
        ],
        payment_method_id: at(race.paymentMethods, random(3)).id,
      },
    })
  const pay = async ({ id } = anyone()) => {
    const [chargeId] = (await liveCharges(db)).get(id) ?? []
    if (chargeId) await press(app, chargeId, 'pagar')
  }
  // Refunds a charge on the gateway's own pages.
  const refundByHand = async ({ id } = anyone()) => {
    const charge = await db
      .selectFrom('payment_items as i')
      .innerJoin('payments as p', 'p.id', 'i.payment_id')
      .where('i.registration_id', '=', id)
      .where('p.charge_id', 'is not', null)
      .orderBy('p.id', 'desc')
      .select('p.charge_id')
      .executeTakeFirst()
    if (charge?.charge_id) await press(app, charge.charge_id, 'estornar')
  }
  // A process dies while it works on a payment.
  const crash = async ({ id } = anyone()) => {
    const [{ payment_id: paymentId } = { payment_id: 0 }] = await db
      .selectFrom('payment_items')
      .where('registration_id', '=', id)
      .orderBy('payment_id', 'desc')
      .select('payment_id')
      .execute()
    const [messages, refunds] = await Promise.all([
      db.selectFrom('gateway_messages').where('handled_at', 'is', null).select('id').execute(),
      db.selectFrom('refunds').where('status', '=', 'approved').select('id').execute(),
    ])
    const userId =
      orders.find(({ registrations }) => registrations.some((one) => one.id === id))?.buyer.id ?? 0
    const dying = dyingProcess(app.deps, url, 1 + random(20))
    const work: (() => Promise<unknown>)[] = [
      // Work that is not possible yet is done by its job later.
      () => tryCreateCharge(dying.deps, paymentId),
      () => applyGatewayMessage(dying.deps, messages[random(messages.length)]?.id ?? 0),
      () => sendRefund(dying.deps, refunds[random(refunds.length)]?.id ?? 0),
      () =>
        cancelMyRegistration(dying.deps, {
          userId,
          registrationId: id,
          expectedCents: undefined,
          ip: '127.0.0.1',
        }),
    ]
    await work[random(work.length)]?.().catch((error: unknown) => {
      if (dying.died() || error instanceof AppError || error instanceof GatewayUnavailable) return
      throw error
    })
    await dying.end()
  }
  const someOnNewDate = async () => {
    const rows = await db
      .selectFrom('registrations')
      .where('event_id', '=', newDate.id)
      .select('id')
      .execute()
    return rows[random(rows.length)]?.id
  }
  const payOnNewDate = async () => {
    const id = await someOnNewDate()
    const [chargeId] = (id !== undefined && (await liveCharges(db)).get(id)) || []
    if (chargeId) await press(app, chargeId, 'pagar')
  }
  const cancelOnNewDate = async () => {
    const id = await someOnNewDate()
    if (id !== undefined && random(2) === 0) await cancelPaid(app, id)
  }
  // The payer's bank takes the money back, or returns it.
  const disputeAny = async ({ id } = anyone()) => {
    const charge = await db
      .selectFrom('payments as p')
      .innerJoin('payment_moves as v', 'v.payment_id', 'p.id')
      .where('p.event_id', '=', race.id)
      .orderBy('p.id')
      .select('p.charge_id')
      .executeTakeFirst()
    const button = ['contestar', 'ganhar-contestacao', 'perder-contestacao'][(random(3) + id) % 3] ?? ''
    if (charge?.charge_id) await press(app, charge.charge_id, button).catch(() => undefined)
  }
  // In a quarter of the runs all have paid when the race is cancelled and may use their credit. In three
  // eighths of the other runs it is cancelled in one of the waves, half of these with a donation or credit to
  // choose.
  const isForCredit = random(4) === 0
  const cancelledIn = isForCredit ? 0 : random(8)
  const donationTo = random(2) === 0 ? 'APAE' : null
  const hasCredit = isForCredit || random(2) === 0
  const tomorrow = addDays(dayIn(BANK_ZONE, app.deps.clock.now()), 1)
  const cancelRace = () =>
    call('POST', `/organizer/events/${race.id}/cancellation`, {
      token: organizer.token,
      body: {
        reason: 'Chuva',
        donation_to: donationTo,
        credit_until: hasCredit ? addDays(tomorrow, 20) : null,
        current_password: PASSWORD,
      },
    })
  const nameNewDate = () =>
    call('PUT', `/organizer/events/${race.id}/cancellation/new-date`, {
      token: organizer.token,
      body: { new_event_id: newDate.id },
    })
  // Buyers of the cancelled race register for the new date and use their credit there.
  const join = async (who = at(orders, random(orders.length))) => {
    const kit = at(newDate.kits, random(2))
    answers.push(
      (await register(app, newDate, who.buyer, submission(newDate, { product_id: kit.id }))).statusCode,
    )
  }
  const spend = async ({ buyer, registrations } = at(orders, random(orders.length))) => {
    const path = `/participant/registrations/${at(registrations, 0).id}/refund-choice`
    const { data } = (await app.call('GET', path, { token: buyer.token })).json()
    const target = data?.credit?.registration
    if (target && data.choice === null)
      await call('POST', path, {
        token: buyer.token,
        body: { choice: 'credit', registration_id: target.id, expected_owed: target.owed },
      })
  }
  const choose = ({ id, token } = anyone()) =>
    call('POST', `/participant/registrations/${id}/refund-choice`, {
      token,
      body: {
        choice: ['refund', 'donation', 'wait', 'wait', 'wait'][isForCredit ? 2 + random(3) : random(3)],
      },
    })
  const takeKit = async () => {
    if (isScarce) await register(app, race, await createUser(db), submission(race))
  }
  // A runner who paid too late takes the first place offered.
  const takeAlternativeKit = async ({ id, token } = anyone()) => {
    const path = `/participant/registrations/${id}/refund-choice`
    const { data } = (await app.call('GET', path, { token })).json()
    const place = data?.places?.[random(2)]
    if (place)
      await call('POST', path, {
        token,
        body: {
          choice: 'place',
          product_id: place.product.id,
          payment_type: random(3),
          expected_value: place.total,
        },
      })
  }
  const payLate = async ({ id, token } = anyone()) => {
    const [chargeId] = (await liveCharges(db)).get(id) ?? []
    if (chargeId) await press(app, chargeId, 'pagar')
    await call('POST', `/participant/registrations/${id}/cancel`, { token })
    await takeKit()
  }
  const threeTimes = (one = anyone()) => Promise.all([renew(one), renew(one), renew(one)])
  const withEdit = (one = anyone()) => Promise.all([renew(one), edit(one), renew(one)])
  const actions: (() => Promise<unknown>)[] = [
    threeTimes,
    threeTimes,
    withEdit,
    withEdit,
    () => renew(),
    together,
    () => Promise.all([together(), edit(), together()]),
    () => edit(),
    () => pay(),
    ({ id, token } = anyone()) =>
      Promise.all(
        ['cancel', 'cancel/undo'].map((path) =>
          call('POST', `/participant/registrations/${id}/${path}`, { token }),
        ),
      ),
    () => cancelPaid(app, anyone().id),
    refundByHand,
    () => answerForPayers(random(3) > 0),
    () => choose(),
    () => payLate(),
    () => takeAlternativeKit(),
    () => takeAlternativeKit(),
    () => crash(),
    () => crash(),
    () => runJobsOnce(app.deps),
    () => runJobsOnce(app.deps),
    () => expirePayments(app.deps),
    () => recheckPayments(app.deps),
  ]
  // Charges lost by the network are found again.
  const charge = async () => {
    app.deps.clock.advance(31 * 60_000)
    await recheckPayments(app.deps)
    await runJobsOnce(app.deps)
  }
  if (isScarce) {
    await charge()
    await Promise.all([payLate(), payLate()])
    await runJobsOnce(app.deps)
    await Promise.all([takeAlternativeKit(), takeAlternativeKit(), takeAlternativeKit()])
  }
  for (let wave = 0; wave < 3; wave++) {
    if (wave === cancelledIn) {
      await charge()
      await Promise.all(isForCredit ? mine.map((one) => pay(one)) : [pay(), pay()])
      await runJobsOnce(app.deps)
    }
    const some = Array.from({ length: 4 }, () => actions[random(actions.length)]?.())
    await Promise.all(wave === cancelledIn ? [...some, cancelRace(), pay(), cancelRace()] : some)
    app.deps.clock.advance(31 * 60_000)
  }
  if (cancelledIn < 3) {
    await runJobsOnce(app.deps)
    await Promise.all([choose(), nameNewDate(), pay()])
    await Promise.all(orders.map(join))
    await Promise.all([spend(), choose(), spend(), refundByHand(), payOnNewDate()])
    await Promise.all([
      ...orders.map((one) => spend(one)),
      spend(),
      payOnNewDate(),
      disputeAny(),
      runJobsOnce(app.deps),
    ])
    await charge()
    await Promise.all([refundByHand(), payOnNewDate(), disputeAny(), cancelOnNewDate()])
  }
  return answers
}

/** Payers of refunded boletos provide their bank data, or the bank rejects it. */
async function answerForPayers(accepted: boolean): Promise<void> {
  const waiting = await db
    .selectFrom('sandbox.refunds')
    .where('status', '=', 'AWAITING_PAYER')
    .select('id')
    .execute()
  for (const { id } of waiting) await finishRefund(app.deps, id, accepted)
}

/** Lets every retry and sweep finish on a reliable network. */
async function settleDown(): Promise<void> {
  for (let i = 0; i < 4; i++) {
    // Longer than the delay before any retry or check.
    app.deps.clock.advance(31 * 60_000)
    await answerForPayers(true)
    await recheckPayments(app.deps)
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
    await runJobsOnce(app.deps)
  }
}

const owesMoney = sql<boolean>`r.status <> 2 and r.total_cents > (
  select coalesce(sum(i.amount_cents - f.refunded_cents + f.by_gateway_cents), 0)
  from payment_items i join payments p on p.id = i.payment_id
  cross join lateral item_refunds(i.payment_id, i.registration_id) f
  where i.registration_id = r.id and p.duplicate_of is null and p.status in (1, 2, 3, 10, 12)
)`

/** Payable charges of cancelled registrations, or of registrations that owe nothing. */
async function payableWithoutDebt(): Promise<number[]> {
  const owed = await db.selectFrom('registrations as r').where(owesMoney).select('r.id').execute()
  const ids = new Set(owed.map(({ id }) => id))
  return [...(await liveCharges(db)).keys()].filter((id) => !ids.has(id))
}

/** The payable charges at the gateway and in our database. */
async function payableCharges(): Promise<{ gateway: string[]; ours: string[] }> {
  const open = await db
    .selectFrom('payments')
    .where('status', 'in', [0, 4, 9, 11, 13])
    .select((eb) => eb.fn.coalesce('charge_id', 'external_reference').as('charge'))
    .execute()
  return {
    gateway: [...new Set([...(await liveCharges(db)).values()].flat())].sort(),
    ours: open.map(({ charge }) => charge).sort(),
  }
}

/** Charges whose refunds at the gateway differ from ours, and unfinished refunds. */
async function unequalRefunds(): Promise<unknown[]> {
  const { rows } = await sql`
    select p.id, ours.done as ours, coalesce(theirs.done, 0) as theirs, ours.unfinished
    from payments p
    join lateral (
      select coalesce(sum(amount_cents) filter (where status = 'done'), 0) as done,
        count(*) filter (where status in ('approved', 'sent')) as unfinished
      from refunds where payment_id = p.id
    ) ours on true
    join lateral (
      select sum(amount_cents) as done from sandbox.refunds where charge_id = p.charge_id and status = 'DONE'
    ) theirs on true
    where p.status <> 10 and (ours.done <> coalesce(theirs.done, 0) or ours.unfinished > 0)`.execute(db)
  return rows
}

/** Active registrations of a cancelled event. */
async function activeInCancelled(): Promise<unknown[]> {
  return db
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('e.status', '=', 3)
    .where('r.status', '<>', 2)
    .select('r.id')
    .execute()
}

/** Active registrations for which more was paid than they cost. */
async function overpaid(): Promise<unknown[]> {
  const { rows } = await sql`
    select r.id, r.total_cents, paid_cents from registrations r cross join lateral amount_paid(r.id)
    where r.status <> 2 and paid_cents > r.total_cents`.execute(db)
  return rows
}
