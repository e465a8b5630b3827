// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { creditUse, type RefundChoice } from '#contract/my-registrations/refund-choice.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import type { Statement } from '#contract/report/statement.ts'
import { tryCreateCharge } from '#server/features/payment/create-charge.ts'
import { refundUnanswered } from '#server/features/payment/held-refunds/refund-unanswered.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  cancelPaid,
  chargedRegistration,
  findPayment,
  findRegistration,
  listRefunds,
  press,
  pressAndDeliver,
  reportStatus,
} from '#test/payments.ts'
import { jobsLeft } from '#test/recount.ts'
import { spendCredit } from './spend-credit.ts'

// docs/algorithms/cancelling-an-event.md, "A credit for the new date".

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const until = addDays(today, 30)
const DAY = 86_400_000

afterEach(async () => {
  app.deps.clock.set(now)
  expect(await brokenInvariants(db)).toEqual([])
})

const PREMIUM = { name: 'Premium', valueCents: 15_000 }
const KITS = [
  { name: 'Completo', valueCents: 10_000 },
  PREMIUM,
  { name: 'Básico', valueCents: 6_000 },
  // 113.00: the difference of 3.00 is below the gateway's minimum charge.
  { name: 'Quase', valueCents: 10_273 },
]

/** An organizer with an event and its new date. */
async function dates() {
  const organizer = await createOrganizer(db)
  await db
    .updateTable('users')
    .set({ password_hash: await passwordHash })
    .where('id', '=', organizer.id)
    .execute()
  const newEvent = (title: string) =>
    createEvent(db, {
      title,
      organizerId: organizer.organizerId,
      kits: KITS,
      eventOn: addDays(today, 100),
      registrationEndsOn: addDays(today, 90),
    })
  return { organizer, old: await newEvent('Corrida'), next: await newEvent('Corrida, nova data') }
}
type Dates = Awaited<ReturnType<typeof dates>>

async function paid(event: TestEvent, buyer?: TestUser) {
  const runner = buyer ?? (await createUser(db))
  const one = await chargedRegistration(app, event, { buyer: runner })
  await pressAndDeliver(app, one.chargeId, 'pagar')
  return { ...one, buyer: runner }
}
/** Paid by card in two installments, with interest of 7.01. */
async function paidInInstallments(event: TestEvent) {
  const buyer = await createUser(db)
  const { registrations } = await createOrder(db, event, { buyer, payment: { type: 2 } })
  const { id: registrationId, paymentId } = at(registrations, 0)
  if (paymentId === null) throw new Error('the registration is free')
  await db
    .updateTable('payments')
    .set({ installments: 2, interest_cents: 701 })
    .where('id', '=', paymentId)
    .execute()
  await db
    .updateTable('payment_items')
    .set({ interest_cents: 701 })
    .where('payment_id', '=', paymentId)
    .execute()
  await tryCreateCharge(app.deps, paymentId)
  const { charge_id } = await findPayment(app, paymentId)
  await db.updateTable('sandbox.charges').set({ status: 'IN_ANALYSIS' }).where('id', '=', charge_id).execute()
  await pressAndDeliver(app, charge_id ?? '', 'aprovar')
  return { buyer, registrationId, paymentId }
}
const cancel = (
  { organizer }: Dates,
  event: TestEvent,
  body: Record<string, unknown>,
  { token }: { token: string } = organizer,
) =>
  app.call('POST', `/organizer/events/${event.id}/cancellation`, {
    token,
    body: { reason: 'Chuva', credit_until: until, current_password: PASSWORD, ...body },
  })
async function cancelled(all: Dates, body: Record<string, unknown> = { new_event_id: all.next.id }) {
  const answer = await cancel(all, all.old, body)
  expect(answer.statusCode, answer.body).toBe(200)
  await runJobsOnce(app.deps)
}
const path = (id: number) => `/participant/registrations/${id}/refund-choice`
const choiceOf = async (id: number, { token }: TestUser): Promise<RefundChoice> =>
  (await app.call('GET', path(id), { token })).json().data
const choose = (id: number, { token }: TestUser, body: Record<string, unknown>) =>
  app.call('POST', path(id), { token, body })
/** Registers the runner of a cancelled registration for the new date, unpaid. */
const joined = (event: TestEvent, buyer: TestUser, kit = 0) => chargedRegistration(app, event, { buyer, kit })
const spend = (from: number, to: number, buyer: TestUser, owed = '110.00') =>
  choose(from, buyer, { choice: 'credit', registration_id: to, expected_owed: owed })
/** The newest payment of a registration. */
const newest = (registrationId: number) =>
  db
    .selectFrom('payment_items as i')
    .innerJoin('payments as p', 'p.id', 'i.payment_id')
    .where('i.registration_id', '=', registrationId)
    .orderBy('p.id', 'desc')
    .select(['p.id', 'p.charge_id', 'p.amount_cents', 'p.status'])
    .executeTakeFirstOrThrow()

/** The statement's total of an event, and the amount that can be paid out. */
async function books({ organizer }: Dates, { id }: TestEvent) {
  const read = async <T>(address: string): Promise<T> =>
    (await app.call('GET', address, { token: organizer.token })).json().data
  const { total } = await read<Statement>(`/organizer/statement?event_id=${id}`)
  const { events } = await read<OrganizerBalance>('/organizer/payout-balance')
  const balance = events.find((event) => event.id === id)
  expect(total.net).toBe(balance?.net ?? '0.00')
  return { ...total, available: balance?.available, asked: balance?.asked ?? '0.00' }
}

test.each([
  ['the same price', 11_000, 11_000, { usedCents: 11_000, missingCents: 0, leftCents: 0 }],
  ['a dearer one', 11_000, 16_500, { usedCents: 11_000, missingCents: 5_500, leftCents: 0 }],
  ['a cheaper one', 11_000, 6_600, { usedCents: 6_600, missingCents: 0, leftCents: 4_400 }],
  [
    'less missing than a gateway charges',
    11_000,
    11_300,
    { usedCents: 10_800, missingCents: 500, leftCents: 200 },
  ],
  ['nothing owed', 11_000, 0, null],
  ['only the least charge owed, and less paid', 100, 500, null],
])('%s', (_case, credit, owed, use) => {
  expect(creditUse(credit, owed)).toEqual(use)
  if (use) expect(use.usedCents + use.leftCents).toBe(credit)
  if (use) expect(use.usedCents + use.missingCents).toBe(owed)
})

describe('on the new date', () => {
  test('at the same price pays for the registration; both statements agree, and a refund goes to the first charge', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    expect(await choiceOf(one.registrationId, one.buyer)).toMatchObject({
      amount: '110.00',
      donation_to: null,
      choice: null,
      credit: {
        until: toBrazilianDate(until),
        is_kept: false,
        event: { id: all.next.id, title: 'Corrida, nova data', is_open: true },
        registration: null,
      },
    })
    expect(await books(all, all.old)).toMatchObject({ net: '110.00', asked: '110.00', available: '0.00' })

    const target = await joined(all.next, one.buyer)
    const { registrationId: to } = target
    expect((await choiceOf(one.registrationId, one.buyer)).credit?.registration).toEqual({
      id: to,
      owed: '110.00',
      used: '110.00',
      missing: '0.00',
      left: '0.00',
    })
    const list = async () => (await app.call('GET', '/participant/list-events', one.buyer)).json().data
    expect(await list()).toMatchObject([
      { id: to, credit_from: one.registrationId },
      { id: one.registrationId, credit_from: null },
    ])
    const used = await spend(one.registrationId, to, one.buyer)
    expect(used.json()).toMatchObject({ message: 'O crédito foi usado.', data: { payment_link: null } })
    expect((await spend(one.registrationId, to, one.buyer)).statusCode).toBe(200)
    await runJobsOnce(app.deps)

    expect(await findRegistration(app, to)).toMatchObject({ status: 1 })
    expect(await findRegistration(app, one.registrationId)).toMatchObject({ status: 2, kept_cents: 0 })
    expect(await findPayment(app, target.paymentId)).toMatchObject({ status: 6 })
    expect((await app.deps.gateway.getCharge(target.chargeId))?.status).toBe(6)
    expect(await listRefunds(app, one.paymentId)).toEqual([])
    expect((await list())[0]).toMatchObject({ id: to, credit_from: null })
    const { token } = await findPayment(app, one.paymentId)
    const link = await app.call('GET', `/payments/${token}`)
    expect(link.json().data).toMatchObject({
      event: { title: 'Corrida' },
      items: [{ status: 'Confirmado', amount: '110.00', event_title: 'Corrida, nova data' }],
    })
    expect(await choiceOf(one.registrationId, one.buyer)).toMatchObject({
      choice: 'credit',
      credit: { registration: { id: to, used: '110.00' } },
    })
    expect(await books(all, all.old)).toMatchObject({
      received: '110.00',
      moved: '-110.00',
      balance: '0.00',
      fees: '0.00',
      net: '0.00',
      asked: '0.00',
    })
    expect(await books(all, all.next)).toMatchObject({
      received: '0.00',
      moved: '110.00',
      balance: '110.00',
      fees: '10.00',
      net: '100.00',
    })
    const cancellation = await app.call('GET', `/organizer/events/${all.old.id}/cancellation`, {
      token: all.organizer.token,
    })
    expect(cancellation.json().data.cancelled).toMatchObject({
      waiting: { registrations: 0 },
      credit: { event: { id: all.next.id }, used: { registrations: 1, amount: '110.00' } },
    })

    // The right of withdrawal counts from the day of the credit, not from that of the first payment.
    const mine = await app.call('GET', `/participant/registrations/${to}`, { token: one.buyer.token })
    expect(mine.json().data.cancellation).toMatchObject({ reason: 'withdrawal', refund: '110.00' })
    await cancelPaid(app, to)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([
      { registrationId: to, amountCents: 11_000, status: 'done' },
    ])
    expect(await findPayment(app, one.paymentId)).toMatchObject({ status: 5 })
    expect(await books(all, all.old)).toMatchObject({ returned: '0.00', moved: '-110.00', net: '0.00' })
    expect(await books(all, all.next)).toMatchObject({ returned: '110.00', moved: '110.00', net: '0.00' })
  })

  test('with a more expensive kit: the difference becomes a payment; a refund goes to both charges', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const { registrationId: to } = await joined(all.next, one.buyer, 1)
    const used = await spend(one.registrationId, to, one.buyer, '165.00')
    expect(used.json().message).toBe('O crédito foi usado. Falta pagar a diferença.')
    expect(used.json().data.payment_link).toContain('/pagamento/')
    expect(await findRegistration(app, to)).toMatchObject({ status: 0 })
    const difference = await newest(to)
    expect(difference.amount_cents).toBe(5_500)
    await pressAndDeliver(app, difference.charge_id ?? '', 'pagar')
    expect(await findRegistration(app, to)).toMatchObject({ status: 1 })
    expect(await books(all, all.next)).toMatchObject({ received: '55.00', moved: '110.00', fees: '15.00' })
    await cancelPaid(app, to)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ amountCents: 11_000, status: 'done' }])
    expect(await listRefunds(app, difference.id)).toMatchObject([{ amountCents: 5_500, status: 'done' }])
  })

  test('with an unpaid difference: the spot is released, and everything is refunded', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const { registrationId: to } = await joined(all.next, one.buyer, 1)
    await spend(one.registrationId, to, one.buyer, '165.00')
    await reportStatus(app, (await newest(to)).id, 8)
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, to)).toMatchObject({ status: 2, cancel_reason: 'expired' })
    expect(await listRefunds(app, one.paymentId)).toMatchObject([
      { registrationId: to, amountCents: 11_000, reason: 'late', status: 'done' },
    ])
    expect(await books(all, all.next)).toMatchObject({ net: '0.00' })
  })

  test('with a cheaper kit: the rest is refunded from the cancelled registration', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const { registrationId: to } = await joined(all.next, one.buyer, 2)
    expect((await choiceOf(one.registrationId, one.buyer)).credit?.registration).toMatchObject({
      owed: '66.00',
      left: '44.00',
    })
    await spend(one.registrationId, to, one.buyer, '66.00')
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, to)).toMatchObject({ status: 1 })
    expect(await listRefunds(app, one.paymentId)).toMatchObject([
      { registrationId: one.registrationId, amountCents: 4_400, reason: 'event_cancelled', status: 'done' },
    ])
    expect(await books(all, all.old)).toMatchObject({ returned: '44.00', moved: '-66.00', net: '0.00' })
    expect(await books(all, all.next)).toMatchObject({ moved: '66.00', net: '60.00' })
  })

  test('with a difference below the minimum charge: it is rounded up to the minimum', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const { registrationId: to } = await joined(all.next, one.buyer, 3)
    await spend(one.registrationId, to, one.buyer, '113.00')
    await runJobsOnce(app.deps)
    expect(await newest(to)).toMatchObject({ amount_cents: 500, status: 0 })
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ amountCents: 200 }])
  })

  test('with one Pix for several people: each has a credit, and the money of the others does not move', async () => {
    const all = await dates()
    const buyer = await createUser(db)
    const { registrations } = await createOrder(db, all.old, { buyer, additional: 1 })
    const [me, other] = [at(registrations, 0), at(registrations, 1)]
    await app.call('POST', '/participant/payments', {
      token: buyer.token,
      body: { registration_ids: [me.id, other.id], payment_type: 0 },
    })
    await runJobsOnce(app.deps)
    const shared = await newest(me.id)
    await pressAndDeliver(app, shared.charge_id ?? '', 'pagar')
    await cancelled(all)
    const { registrationId: to } = await joined(all.next, buyer)
    // It cannot pay for another person's registration.
    expect((await spend(other.id, to, buyer)).statusCode).toBe(409)
    expect((await spend(me.id, to, buyer)).statusCode).toBe(200)
    expect((await choose(other.id, buyer, { choice: 'refund' })).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, shared.id)).toMatchObject([{ registrationId: other.id, status: 'done' }])
    expect(await findPayment(app, shared.id)).toMatchObject({ status: 2 })
    expect(await findRegistration(app, to)).toMatchObject({ status: 1 })
  })

  test('with installments: interest moves with the money, and is refunded with it to the cent', async () => {
    const all = await dates()
    const one = await paidInInstallments(all.old)
    await cancelled(all)
    expect(await choiceOf(one.registrationId, one.buyer)).toMatchObject({
      amount: '110.00',
      refund: '117.01',
    })
    const { registrationId: to } = await joined(all.next, one.buyer, 2)
    await spend(one.registrationId, to, one.buyer, '66.00')
    await cancelPaid(app, to)
    const refunds = await db
      .selectFrom('refunds')
      .where('payment_id', '=', one.paymentId)
      .select(['amount_cents', 'interest_cents'])
      .execute()
    expect(refunds).toEqual(
      expect.arrayContaining([
        { amount_cents: 4_400, interest_cents: 281 },
        { amount_cents: 6_600, interest_cents: 420 },
      ]),
    )
    await runJobsOnce(app.deps)
    expect(await findPayment(app, one.paymentId)).toMatchObject({ status: 5 })
  })

  test('with a disputed charge: the money leaves the new date, and a lost dispute cancels the registration', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const { registrationId: to } = await joined(all.next, one.buyer)
    await spend(one.registrationId, to, one.buyer)
    await pressAndDeliver(app, one.chargeId, 'contestar')
    expect(await findRegistration(app, to)).toMatchObject({ status: 1 })
    expect(await books(all, all.old)).toMatchObject({ returned: '0.00', net: '0.00' })
    expect(await books(all, all.next)).toMatchObject({ moved: '110.00', returned: '110.00', net: '0.00' })
    await pressAndDeliver(app, one.chargeId, 'perder-contestacao')
    expect(await findRegistration(app, to)).toMatchObject({ status: 2 })
    expect(await findRegistration(app, one.registrationId)).toMatchObject({ status: 2 })
  })

  test('when the new date is cancelled too, the money waits for another decision and can be used again', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const { registrationId: second } = await joined(all.next, one.buyer)
    await spend(one.registrationId, second, one.buyer)
    const third = (await dates()).next
    await db
      .updateTable('events')
      .set({ organizer_id: all.organizer.organizerId })
      .where('id', '=', third.id)
      .execute()
    expect((await cancel(all, all.next, { new_event_id: third.id })).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, second)).toMatchObject({ status: 2, kept_cents: 11_000 })
    const { registrationId: last } = await joined(third, one.buyer)
    expect((await spend(second, last, one.buyer)).statusCode).toBe(200)
    expect(await books(all, all.old)).toMatchObject({ moved: '-110.00', net: '0.00' })
    expect(await books(all, all.next)).toMatchObject({ moved: '0.00', net: '0.00' })
    expect(await books(all, third)).toMatchObject({ moved: '110.00', net: '100.00' })
    await cancelPaid(app, last)
    await runJobsOnce(app.deps)
    expect(await findPayment(app, one.paymentId)).toMatchObject({ status: 5 })
  })

  test('cash, and card money that is not credited yet, stay in their status', async () => {
    const all = await dates()
    const [cash, card] = [await paid(all.old), await paid(all.old)]
    await db.updateTable('payments').set({ status: 3 }).where('id', '=', card.paymentId).execute()
    await db.updateTable('payments').set({ status: 1 }).where('id', '=', cash.paymentId).execute()
    await db
      .insertInto('payment_events')
      .values([
        {
          payment_id: card.paymentId,
          at: now,
          kind: 'test',
          from_status: 2,
          to_status: 3,
          applied: true,
          source: 'system',
        },
        {
          payment_id: cash.paymentId,
          at: now,
          kind: 'test',
          from_status: 2,
          to_status: 1,
          applied: true,
          source: 'system',
        },
      ])
      .execute()
    await cancelled(all)
    for (const one of [cash, card]) {
      const { registrationId: to } = await joined(all.next, one.buyer)
      expect((await spend(one.registrationId, to, one.buyer)).statusCode).toBe(200)
    }
    expect(await books(all, all.old)).toMatchObject({ balance: '0.00', cash: '0.00', net: '0.00' })
    expect(await books(all, all.next)).toMatchObject({ balance: '220.00', cash: '110.00', net: '90.00' })
    const { events } = (
      await app.call('GET', '/organizer/payout-balance', { token: all.organizer.token })
    ).json().data as OrganizerBalance
    expect(events.find(({ id }) => id === all.next.id)).toMatchObject({ unsettled: '90.00' })
  })
})

describe('the decision of the runner', () => {
  test('waiting extends the time to the last day; without an answer the money is refunded earlier', async () => {
    const all = await dates()
    const [patient, silent] = [await paid(all.old), await paid(all.old)]
    await cancelled(all, {})
    expect((await choose(patient.registrationId, patient.buyer, { choice: 'wait' })).json().message).toBe(
      'O crédito está guardado.',
    )
    expect(await choiceOf(patient.registrationId, patient.buyer)).toMatchObject({
      ends_on: toBrazilianDate(until),
      choice: null,
      credit: { is_kept: true, event: null },
    })
    app.deps.clock.advance(8 * DAY)
    expect(await refundUnanswered(app.deps)).toBe(1)
    expect(await listRefunds(app, silent.paymentId)).toHaveLength(1)
    app.deps.clock.advance(23 * DAY)
    expect(await refundUnanswered(app.deps)).toBe(1)
    expect(await listRefunds(app, patient.paymentId)).toMatchObject([
      { amountCents: 11_000, reason: 'event_cancelled' },
    ])
  })

  test('allows a refund at any time while waiting, and afterwards the credit is gone', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    await choose(one.registrationId, one.buyer, { choice: 'wait' })
    const { registrationId: to } = await joined(all.next, one.buyer)
    expect((await choose(one.registrationId, one.buyer, { choice: 'refund' })).statusCode).toBe(200)
    expect((await spend(one.registrationId, to, one.buyer)).statusCode).toBe(409)
    expect((await choose(one.registrationId, one.buyer, { choice: 'wait' })).statusCode).toBe(409)
    expect((await choose(one.registrationId, one.buyer, { choice: 'donation' })).statusCode).toBe(409)
  })

  test('allows one of several concurrent uses and refunds', async () => {
    for (let run = 0; run < 6; run++) {
      const all = await dates()
      const one = await paid(all.old)
      await cancelled(all)
      const { registrationId: to, chargeId } = await joined(all.next, one.buyer)
      const answers = await Promise.all([
        spend(one.registrationId, to, one.buyer),
        choose(one.registrationId, one.buyer, { choice: run % 2 ? 'refund' : 'wait' }),
        spend(one.registrationId, to, one.buyer),
        press(app, chargeId, 'pagar').catch(() => undefined),
        pressAndDeliver(app, one.chargeId, run < 3 ? 'contestar' : 'estornar'),
      ])
      for (const answer of answers) if (answer) expect([200, 409]).toContain(answer.statusCode)
      await runJobsOnce(app.deps)
      await runJobsOnce(app.deps)
      expect(await brokenInvariants(db)).toEqual([])
    }
  })

  test('gives no credit for money that was disputed or refunded at the gateway', async () => {
    const all = await dates()
    const [disputed, returned] = [await paid(all.old), await paid(all.old)]
    await cancelled(all)
    await pressAndDeliver(app, disputed.chargeId, 'contestar')
    await pressAndDeliver(app, returned.chargeId, 'estornar')
    for (const one of [disputed, returned]) {
      const { registrationId: to } = await joined(all.next, one.buyer)
      expect((await spend(one.registrationId, to, one.buyer)).statusCode).toBe(409)
    }
  })

  test('allows the credit only for the new date, the same person, at the shown price, while something is owed', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const elsewhere = await joined((await dates()).next, one.buyer)
    const { registrationId: to, chargeId } = await joined(all.next, one.buyer)
    const stranger = await joined(all.next, await createUser(db))
    const { registrationId: from, buyer } = one
    expect((await spend(from, elsewhere.registrationId, buyer)).statusCode).toBe(409)
    expect((await spend(from, stranger.registrationId, buyer)).statusCode).toBe(409)
    expect((await spend(from, to, buyer, '100.00')).statusCode).toBe(409)
    expect((await spend(from, to, await createUser(db))).statusCode).toBe(404)
    expect((await spend(from, 999_999_999, buyer)).statusCode).toBe(409)
    await pressAndDeliver(app, chargeId, 'pagar')
    expect((await choiceOf(from, buyer)).credit?.registration).toBeNull()
    expect((await spend(from, to, buyer)).statusCode).toBe(409)
  })
})

describe('the organizer', () => {
  test('stores the last day of the credit and the event on the new date, which may be named later', async () => {
    const all = await dates()
    const strange = (await dates()).next
    const one = await paid(all.old)
    for (const [body, field] of [
      [{ credit_until: today }, 'credit_until'],
      [{ credit_until: addDays(today, 61) }, 'credit_until'],
      [{ credit_until: null, new_event_id: all.next.id }, 'credit_until'],
      [{ new_event_id: all.old.id }, 'new_event_id'],
      [{ new_event_id: strange.id }, 'new_event_id'],
      [{ new_event_id: 999_999_999 }, 'new_event_id'],
    ] as const) {
      const answer = await cancel(all, all.old, body)
      expect(answer.statusCode).toBe(422)
      expect(Object.keys(answer.json().errors)).toEqual([field])
    }
    await cancelled(all, {})
    const first = (await mailTo(app, one.buyer.email)).find(({ subject }) => subject.startsWith('Evento'))
    expect(first?.text).toContain('na nova data, que a organização ainda vai indicar')

    const name = (event: TestEvent, { token } = all.organizer) =>
      app.call('PUT', `/organizer/events/${all.old.id}/cancellation/new-date`, {
        token,
        body: { new_event_id: event.id },
      })
    expect((await name(strange)).statusCode).toBe(422)
    expect((await name(all.next, (await dates()).organizer)).statusCode).toBe(404)
    const named = await name(all.next)
    expect(named.json().data.cancelled.credit).toMatchObject({ event: { title: 'Corrida, nova data' } })
    expect((await name(all.next)).statusCode).toBe(200)
    const mails = await mailTo(app, one.buyer.email)
    expect(mails.filter(({ subject }) => subject === 'Nova data: Corrida')).toHaveLength(1)
    const { registrationId: to } = await joined(all.next, one.buyer)
    expect((await spend(one.registrationId, to, one.buyer)).statusCode).toBe(200)
    app.deps.clock.advance(31 * DAY)
    const at31 = app.deps.clock.now()
    await db
      .updateTable('sessions')
      .set({ created_at: at31, last_used_at: at31, expires_at: new Date(at31.getTime() + DAY) })
      .execute()
    expect((await name(strange)).statusCode).toBe(409)
  })

  test('cannot name a new date without a credit, and everything is refunded immediately', async () => {
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all, { credit_until: null })
    const named = await app.call('PUT', `/organizer/events/${all.old.id}/cancellation/new-date`, {
      token: all.organizer.token,
      body: { new_event_id: all.next.id },
    })
    expect(named.statusCode).toBe(409)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ status: 'done' }])
  })
})

test('a process that dies at any step of using a credit leaves it unused or used', {
  tags: 'operation',
  timeout: 300_000,
}, async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    app.deps.clock.set(new Date())
    const all = await dates()
    const one = await paid(all.old)
    await cancelled(all)
    const { registrationId: to } = await joined(all.next, one.buyer, dieAt % 3)
    const owed = [11_000, 16_500, 6_600][dieAt % 3] ?? 0
    const dying = dyingProcess(app.deps, url, dieAt)
    const use = { userId: one.buyer.id, registrationId: one.registrationId, targetId: to }
    await spendCredit(dying.deps, { ...use, expectedCents: owed, ip: '127.0.0.1' }).catch(
      (error: unknown) => {
        if (!dying.died()) throw error
      },
    )
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db)).toEqual([])
    const again = await spend(one.registrationId, to, one.buyer, toDecimal(owed))
    expect(again.statusCode, `died at ${dieAt}: ${again.body}`).toBe(200)
    await runJobsOnce(app.deps)
    const missing = owed === 16_500
    const expectStatus = async (status: number) =>
      expect(
        await findRegistration(app, to),
        `died at ${dieAt}, jobs left: ${await jobsLeft(db)}`,
      ).toMatchObject({ status })
    await expectStatus(missing ? 0 : 1)
    if (missing) await pressAndDeliver(app, (await newest(to)).charge_id ?? '', 'pagar')
    await expectStatus(1)
    if (!died) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(12)
})

test('a credit does not pay for a registration that the new date excludes, unless the organizer keeps it', async () => {
  const all = await dates()
  const { registrationId, buyer } = await paid(all.old)
  await cancelled(all)
  const { registrationId: target } = await joined(all.next, buyer)
  await db.updateTable('categories').set({ sex: 0 }).where('id', '=', at(all.next.categories, 0).id).execute()
  await db
    .updateTable('events')
    .set(({ eb }) => ({ version: eb('version', '+', 1) }))
    .where('id', '=', all.next.id)
    .execute()
  const refused = await spend(registrationId, target, buyer)
  expect(refused.statusCode).toBe(409)
  expect(refused.json().message).toMatch(/^A categoria "10 km Geral" é para homens; o sexo informado de /)
  await db
    .updateTable('registrations')
    .set({ ineligible_reason: 'A categoria "10 km Geral" é para homens.' })
    .where('id', '=', target)
    .execute()
  expect((await spend(registrationId, target, buyer)).statusCode).toBe(200)
})
