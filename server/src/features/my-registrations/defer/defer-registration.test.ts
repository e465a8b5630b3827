// @module-tag operation
// Over 250 lines: deferring, spending the credit, and both at the same time as other changes of the money.

import { sql } from 'kysely'
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { DEFERRAL_CREDIT_DAYS } from '#contract/my-registrations/deferral.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import type { Statement } from '#contract/report/statement.ts'
import { anonymizeRegistrations } from '#server/features/account/privacy/queries.ts'
import { refundUnanswered } from '#server/features/payment/held-refunds/refund-unanswered.ts'
import { transaction } from '#server/lib/db.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrganizer, createUser, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  chargedRegistration,
  findRegistration,
  heldOf,
  listRefunds,
  pressAndDeliver,
  reportStatus,
  reportUnlessLocked,
} from '#test/payments.ts'
import { seededRandom } from '#test/seeded-random.ts'
import { deferRegistration } from './defer-registration.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const eventOn = addDays(today, 60)
const until = addDays(eventOn, DEFERRAL_CREDIT_DAYS)
const DAY = 86_400_000

afterEach(async () => {
  app.deps.clock.set(now)
  expect(await brokenInvariants(db)).toEqual([])
})

const KITS = [
  { name: 'Completo', valueCents: 10_000 },
  { name: 'Premium', valueCents: 15_000 },
]

/** A race that can be deferred for a fee of R$ 10,00, and the next one of the organizer. */
async function editions(feeCents = 1_000) {
  const organizer = await createOrganizer(db)
  const race = (title: string, day: string) =>
    createEvent(db, {
      title,
      organizerId: organizer.organizerId,
      kits: KITS,
      eventOn: day,
      registrationEndsOn: addDays(day, -5),
      deferral: { until: addDays(today, 20), feeCents },
      changes: { until: addDays(today, 20), downgrade: 'refund' },
    })
  return {
    organizer,
    old: await race('Corrida 1', eventOn),
    next: await race('Corrida 2', addDays(today, 300)),
  }
}
type Editions = Awaited<ReturnType<typeof editions>>

async function paid(event: TestEvent, buyer?: TestUser) {
  const runner = buyer ?? (await createUser(db))
  const one = await chargedRegistration(app, event, { buyer: runner })
  await pressAndDeliver(app, one.chargeId, 'pagar')
  return { ...one, id: one.registrationId, buyer: runner }
}
type Paid = Awaited<ReturnType<typeof paid>>

const base = (id: number) => `/participant/registrations/${id}`
const defer = ({ id, buyer }: Pick<Paid, 'id' | 'buyer'>, credit = '100.00', token = buyer.token) =>
  app.call('POST', `${base(id)}/deferral`, {
    token,
    body: { reason: 'Lesão no joelho', expected_credit: credit },
  })
const mine = async ({ id, buyer }: Pick<Paid, 'id' | 'buyer'>): Promise<MyRegistration> =>
  (await app.call('GET', base(id), { token: buyer.token })).json().data
const choose = ({ id, buyer }: Paid, body: object) =>
  app.call('POST', `${base(id)}/refund-choice`, { token: buyer.token, body })
const spend = (one: Paid, to: number, owed = '110.00') =>
  choose(one, { choice: 'credit', registration_id: to, expected_owed: owed })

async function books({ organizer }: Editions, { id }: TestEvent) {
  const read = async <T>(address: string): Promise<T> =>
    (await app.call('GET', address, { token: organizer.token })).json().data
  const { total } = await read<Statement>(`/organizer/statement?event_id=${id}`)
  const { events } = await read<OrganizerBalance>('/organizer/payout-balance')
  const balance = events.find((event) => event.id === id)
  expect(total.net).toBe(balance?.net ?? '0.00')
  return { net: total.net, asked: balance?.asked ?? '0.00' }
}

describe('deferring', () => {
  test('frees the place, keeps the fee, and holds the rest as a credit; both are told', async () => {
    const all = await editions()
    const one = await paid(all.old)
    expect(await mine(one)).toMatchObject({
      deferral: { credit: '100.00', fee: '10.00', until: toBrazilianDate(until) },
    })
    expect((await defer(one, '100.00', (await createUser(db)).token)).statusCode).toBe(404)
    expect((await defer(one, '110.00')).statusCode).toBe(409)
    const silent = await app.call('POST', `${base(one.id)}/deferral`, {
      token: one.buyer.token,
      body: { reason: ' ', expected_credit: '100.00' },
    })
    expect(silent.json().errors).toEqual({ reason: ['Escreva o motivo.'] })

    expect((await defer(one)).json().message).toBe('Inscrição adiada. O seu crédito está guardado.')
    expect((await defer(one)).statusCode).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 2,
      cancel_reason: 'deferred',
      kept_cents: 11_000,
    })
    expect(await heldOf(app, all.old)).toBe(0)
    expect(await listRefunds(app, one.paymentId)).toEqual([])
    expect(await books(all, all.old)).toEqual({ net: '110.00', asked: '100.00' })
    expect(await mine(one)).toMatchObject({
      deferral: null,
      awaits_choice: false,
      has_refund_choice: true,
      money_sentence: 'R$\u00a0110,00 pagos, com crédito para outra prova',
    })

    const [runner, owner] = [await mailTo(app, one.buyer.email), await mailTo(app, all.organizer.email)]
    expect(runner.find(({ subject }) => subject.startsWith('Inscrição adiada'))?.text).toContain('100,00')
    expect(owner.find(({ subject }) => subject.startsWith('Uma inscrição foi adiada'))?.text).not.toContain(
      'joelho',
    )
    const record = await app.call('GET', `/organizer/registrations/${one.id}`, {
      token: all.organizer.token,
    })
    expect(record.json().data).toMatchObject({ deferral_reason: 'Lesão no joelho' })
    expect(record.json().data.history[0].action).toBe('registration.deferred')
    await transaction(db, (tx) => anonymizeRegistrations(tx, [one.id], now))
    const { reason } = await db
      .selectFrom('refund_choices')
      .where('registration_id', '=', one.id)
      .select('reason')
      .executeTakeFirstOrThrow()
    expect(reason).toBeNull()
  })

  test('only a paid registration, until the deadline, while nothing is open or disputed', async () => {
    const all = await editions()
    const buyer = await createUser(db)
    const unpaid = await chargedRegistration(app, all.old, { buyer })
    const refused = await defer({ id: unpaid.registrationId, buyer }, '0.00')
    expect(refused.json().message).toBe('Só uma inscrição paga, sem pagamento em aberto, pode ser adiada.')
    const one = await paid(all.old)
    const set = (deferral_until: string | null) =>
      db.updateTable('events').set({ deferral_until }).where('id', '=', all.old.id).execute()
    await set(addDays(today, -1))
    expect((await defer(one)).json().message).toBe('O prazo para adiar a inscrição terminou.')
    await set(null)
    expect((await defer(one)).json().message).toBe('Neste evento, não é possível adiar a inscrição.')
    expect((await mine(one)).deferral).toBeNull()
    await set(addDays(today, 5))
    await reportStatus(app, one.paymentId, 10)
    expect((await defer(one)).json().message).toBe('O pagamento está em contestação no banco.')
    const dear = await editions(11_000)
    const whole = await paid(dear.old)
    expect((await defer(whole, '0.00')).json().message).toBe('O que foi pago não passa da taxa de adiamento.')
  })
})

describe('the credit', () => {
  test('pays for another race of the organizer, once; the rest is owed', async () => {
    const all = await editions()
    const one = await paid(all.old)
    await defer(one)
    const { registrationId: to } = await chargedRegistration(app, all.next, { buyer: one.buyer })
    expect((await mine({ id: to, buyer: one.buyer })).credit_from).toBe(one.id)
    const held = await app.call('GET', `${base(one.id)}/refund-choice`, { token: one.buyer.token })
    expect(held.json().data).toMatchObject({
      kind: 'deferred',
      amount: '100.00',
      fee: '10.00',
      credit: { registration: { id: to, owed: '110.00', used: '100.00', missing: '10.00' } },
    })
    expect((await choose(one, { choice: 'refund' })).statusCode).toBe(409)
    const spent = await spend(one, to)
    expect(spent.json().data.payment_link).toContain('/pagamento/')
    expect((await spend(one, to)).statusCode).toBe(200)
    const difference = await db
      .selectFrom('payment_items as i')
      .innerJoin('payments as p', 'p.id', 'i.payment_id')
      .where('i.registration_id', '=', to)
      .orderBy('p.id', 'desc')
      .select(['p.charge_id', 'p.amount_cents'])
      .executeTakeFirstOrThrow()
    expect(difference.amount_cents).toBe(1_000)
    await pressAndDeliver(app, difference.charge_id ?? '', 'pagar')
    expect(await findRegistration(app, to)).toMatchObject({ status: 1 })
    expect(await findRegistration(app, one.id)).toMatchObject({ kept_cents: 1_000 })
    expect(await listRefunds(app, one.paymentId)).toEqual([])
    expect(await books(all, all.old)).toEqual({ net: '10.00', asked: '0.00' })

    // Not a second time.
    expect((await defer({ id: to, buyer: one.buyer }, '100.00')).json().message).toBe(
      'Esta inscrição já foi adiada uma vez.',
    )
  })

  test('is not for another organizer, and is refunded less the fee after its last day', async () => {
    const all = await editions()
    const [one, other] = [await paid(all.old), await editions()]
    await defer(one)
    const { registrationId: to } = await chargedRegistration(app, other.next, { buyer: one.buyer })
    expect((await mine({ id: to, buyer: one.buyer })).credit_from).toBeNull()
    expect((await spend(one, to)).statusCode).toBe(409)
    app.deps.clock.set(new Date(Date.parse(`${until}T12:00:00Z`)))
    await refundUnanswered(app.deps)
    expect(await listRefunds(app, one.paymentId)).toEqual([])
    app.deps.clock.set(new Date(Date.parse(`${until}T12:00:00Z`) + DAY))
    await refundUnanswered(app.deps)
    expect(await listRefunds(app, one.paymentId)).toMatchObject([{ reason: 'deferred', amountCents: 10_000 }])
    expect(await findRegistration(app, one.id)).toMatchObject({ kept_cents: 1_000 })
  })
})

test('deferral, cancellation, change, late payment and the use of the credit at the same time conserve money', {
  timeout: 300_000,
}, async () => {
  for (let seed = 1; seed <= 12; seed++) {
    const random = seededRandom(seed)
    const all = await editions()
    const one = await paid(all.old)
    const { registrationId: to, paymentId: second } = await chargedRegistration(app, all.next, {
      buyer: one.buyer,
    })
    const change = () =>
      app.call('POST', `${base(one.id)}/change`, {
        token: one.buyer.token,
        body: {
          category_id: at(all.old.categories, 0).id,
          product_id: at(all.old.kits, 1).id,
          shirt_size_id: null,
          payment_type: 0,
          expected_value: '165.00',
        },
      })
    const steps: (() => Promise<unknown>)[] = [
      () => defer(one),
      () => defer(one),
      () => spend(one, to),
      () => change(),
      () => app.call('POST', `${base(one.id)}/change/withdraw`, { token: one.buyer.token }),
      () => reportUnlessLocked(app, second, 2),
      () => reportUnlessLocked(app, second, 8),
      () => reportUnlessLocked(app, one.paymentId, 5),
      () =>
        app.call('POST', `${base(one.id)}/cancel`, {
          token: one.buyer.token,
          body: { expected_refund: '110.00' },
        }),
      () => runJobsOnce(app.deps),
    ]
    for (let round = 0; round < 3; round++) {
      const chosen = Array.from({ length: 4 }, () => at(steps, random(steps.length)))
      const answers = await Promise.all(chosen.map((step) => step()))
      for (const answer of answers)
        if (answer && typeof answer === 'object' && 'statusCode' in answer && 'body' in answer)
          expect([200, 404, 409, 422, 503], `seed ${seed}: ${answer.body}`).toContain(answer.statusCode)
      expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
    }
    await runJobsOnce(app.deps)
    expect(await brokenInvariants(db), `seed ${seed}`).toEqual([])
  }
  const { rows } = await sql<{ deadlocks: number }>`
    select deadlocks::int from pg_stat_database where datname = current_database()`.execute(db)
  expect(at(rows, 0).deadlocks).toBe(0)
})

test('a process that dies at any step leaves the registration as it was, or deferred', {
  timeout: 300_000,
}, async () => {
  for (let dieAt = 1; ; dieAt++) {
    const all = await editions()
    const one = await paid(all.old)
    const dying = dyingProcess(app.deps, url, dieAt)
    await deferRegistration(dying.deps, {
      userId: one.buyer.id,
      registrationId: one.id,
      reason: 'Lesão',
      expectedCents: 10_000,
      ip: '127.0.0.1',
    }).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db)).toEqual([])
    expect((await defer(one)).statusCode).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 2, kept_cents: 11_000 })
    if (!died) break
    expect(dieAt).toBeLessThan(60)
  }
})
