// @module-tag operation
// Over 250 lines: returning a place, and each way in which a return ends.

import { afterAll, afterEach, describe, expect, test } from 'vitest'
import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import { refundUnanswered } from '#server/features/payment/held-refunds/refund-unanswered.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { at, createEvent, type EventOptions, type TestEvent } from '#test/factories/event.ts'
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
} from '#test/payments.ts'
import { register, submission } from '#test/wizard.ts'
import { settleReturns } from './settle-returns.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const now = new Date()
const today = dayIn('America/Sao_Paulo', now)
const eventOn = addDays(today, 60)
const salesEnd = addDays(eventOn, -5)
const organizer = await createOrganizer(db)
await db
  .updateTable('users')
  .set({ password_hash: await passwordHash })
  .where('id', '=', organizer.id)
  .execute()

afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})

/** Kits of R$ 100,00 and R$ 150,00, with a service fee of 10 %. */
const race = (options: Partial<EventOptions> = {}) =>
  createEvent(db, {
    organizerId: organizer.organizerId,
    eventOn,
    registrationEndsOn: salesEnd,
    returns: { until: addDays(today, 20), feeCents: 1_000 },
    kits: [
      { name: 'Completo', valueCents: 10_000 },
      { name: 'Premium', valueCents: 15_000 },
    ],
    ...options,
  })

interface Paid {
  id: number
  paymentId: number
  chargeId: string
  buyer: TestUser
}
async function paid(
  event: TestEvent,
  { buyer, kit = 0 }: { buyer?: TestUser; kit?: number } = {},
): Promise<Paid> {
  const runner = buyer ?? (await createUser(db))
  const one = await chargedRegistration(app, event, { buyer: runner, kit, createdAt: app.deps.clock.now() })
  await pressAndDeliver(app, one.chargeId, 'pagar')
  return { ...one, id: one.registrationId, buyer: runner }
}

const base = (id: number) => `/participant/registrations/${id}`
const giveBack = ({ id, buyer }: Pick<Paid, 'id' | 'buyer'>, refund = '100.00', token = buyer.token) =>
  app.call('POST', `${base(id)}/return`, { token, body: { expected_refund: refund } })
const takeBack = ({ id, buyer }: Paid) =>
  app.call('POST', `${base(id)}/return/withdraw`, { token: buyer.token })
const cancel = ({ id, buyer }: Paid, refund: string) =>
  app.call('POST', `${base(id)}/cancel`, { token: buyer.token, body: { expected_refund: refund } })
const mine = async ({ id, buyer }: Pick<Paid, 'id' | 'buyer'>): Promise<MyRegistration> =>
  (await app.call('GET', base(id), { token: buyer.token })).json().data
const record = async ({ id }: Paid) =>
  (await app.call('GET', `/organizer/registrations/${id}`, { token: organizer.token })).json().data
const settle = () => settleReturns(app.deps)
const refundsOf = async ({ paymentId }: Paid) =>
  (await listRefunds(app, paymentId)).map(({ reason, amountCents }) => [reason, amountCents])
const atNoonOf = (day: string) => app.deps.clock.set(new Date(`${day}T15:00:00Z`))

describe('returning a place', () => {
  test('frees it and keeps the money until somebody buys it; runner and organizer see so', async () => {
    const event = await race()
    const one = await paid(event)
    expect((await mine(one)).place_return).toEqual({
      state: 'offered',
      refund: '100.00',
      fee: '10.00',
      until: toBrazilianDate(salesEnd),
    })
    expect((await giveBack(one, '100.00', (await createUser(db)).token)).statusCode).toBe(404)
    expect((await giveBack(one, '110.00')).statusCode).toBe(409)
    expect((await giveBack(one)).json().message).toBe(
      'Vaga devolvida. O reembolso sai quando alguém a comprar.',
    )
    expect((await giveBack(one)).statusCode).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 2,
      cancel_reason: 'returned',
      kept_cents: 11_000,
    })
    expect(await heldOf(app, event)).toBe(0)
    await settle()
    await refundUnanswered(app.deps)
    expect(await refundsOf(one)).toEqual([])
    expect(await mine(one)).toMatchObject({
      place_return: { state: 'waiting', refund: '100.00', fee: '10.00' },
      has_refund_choice: false,
      awaits_choice: false,
      money_sentence: 'R$\u00a0110,00 pagos, a devolver quando alguém comprar a vaga',
    })
    const balance: OrganizerBalance = (
      await app.call('GET', '/organizer/payout-balance', { token: organizer.token })
    ).json().data
    expect(balance.events.find(({ id }) => id === event.id)).toMatchObject({ asked: '100.00' })
    expect(await record(one)).toMatchObject({ place_return: { bought_by: null } })
    expect((await record(one)).history[0].action).toBe('registration.returned')
    await runJobsOnce(app.deps)
    const mails = await mailTo(app, one.buyer.email)
    expect(mails.find(({ subject }) => subject.startsWith('Vaga devolvida'))?.text).toContain('100,00')
    expect(
      (
        await app.call('POST', `${base(one.id)}/refund-choice`, {
          token: one.buyer.token,
          body: { choice: 'refund' },
        })
      ).statusCode,
    ).toBe(409)
  })

  test('only a paid one, until the deadline, while places are sold and nothing is open or disputed', async () => {
    const event = await race()
    const buyer = await createUser(db)
    const unpaid = await chargedRegistration(app, event, { buyer })
    expect((await giveBack({ id: unpaid.registrationId, buyer }, '0.00')).json().message).toBe(
      'Só a vaga de uma inscrição paga, sem pagamento em aberto, pode ser devolvida.',
    )
    const one = await paid(event)
    const set = (values: { returns_until?: string | null; status?: number; registration_ends_on?: string }) =>
      db.updateTable('events').set(values).where('id', '=', event.id).execute()
    await set({ returns_until: addDays(today, -1) })
    expect((await giveBack(one)).json().message).toBe('O prazo para devolver a vaga terminou.')
    await set({ returns_until: null })
    expect((await giveBack(one)).json().message).toBe('Neste evento, vagas não são devolvidas.')
    expect((await mine(one)).place_return).toBeNull()
    await set({ returns_until: eventOn, status: 0 })
    expect((await giveBack(one)).json().message).toMatch(/^As inscrições deste evento estão encerradas/)
    await set({ status: 1 })
    await reportStatus(app, one.paymentId, 10)
    expect((await giveBack(one)).json().message).toBe('O pagamento está em contestação no banco.')
    const dear = await race({ returns: { until: eventOn, feeCents: 11_000 } })
    expect((await giveBack(await paid(dear), '0.00')).json().message).toBe(
      'O que foi pago não passa da taxa de devolução.',
    )
  })
})

describe('a buyer', () => {
  test('refunds the oldest return of the category and kit, one for each payment, when it is paid', async () => {
    const event = await race({ capacity: 3 })
    const [first, second] = [await paid(event), await paid(event)]
    const premium = await paid(event, { kit: 1 })
    await giveBack(first)
    await giveBack(second)
    const { registrationId, chargeId } = await chargedRegistration(app, event, {
      createdAt: app.deps.clock.now(),
    })
    await settle()
    expect(await refundsOf(first)).toEqual([])
    await pressAndDeliver(app, chargeId, 'pagar')
    await settle()
    await settle()
    expect(await refundsOf(first)).toEqual([['returned', 10_000]])
    expect(await refundsOf(second)).toEqual([])
    expect(await findRegistration(app, first.id)).toMatchObject({ status: 2, kept_cents: 1_000 })
    expect(await record(first)).toMatchObject({ place_return: { bought_by: registrationId } })
    expect((await record(first)).history[0].action).toBe('registration.return_bought')
    expect((await takeBack(first)).statusCode).toBe(409)
    expect((await mine(first)).place_return).toBeNull()
    await runJobsOnce(app.deps)
    app.deps.clock.advance(120_000)
    await runJobsOnce(app.deps)
    const mails = await mailTo(app, first.buyer.email)
    expect(mails.some(({ subject }) => subject.startsWith('Devolução concluída'))).toBe(true)

    // Neither a registration that was paid before nor one for another kit counts as a buyer.
    await giveBack(premium, '155.00')
    await settle()
    expect(await refundsOf(premium)).toEqual([])
    await paid(event)
    await settle()
    expect([await refundsOf(second), await refundsOf(premium)]).toEqual([[['returned', 10_000]], []])
  })

  test('is also the runner, who registers again and pays', async () => {
    const event = await race({ capacity: 1 })
    const one = await paid(event)
    await giveBack(one)
    const again = await register(app, event, one.buyer, submission(event))
    expect(again.statusCode, again.body).toBe(201)
    await runJobsOnce(app.deps)
    const { charge_id } = await db
      .selectFrom('payments')
      .where('payer_user_id', '=', one.buyer.id)
      .orderBy('id', 'desc')
      .select('charge_id')
      .executeTakeFirstOrThrow()
    await pressAndDeliver(app, charge_id ?? '', 'pagar')
    await settle()
    expect(await refundsOf(one)).toEqual([['returned', 10_000]])
    expect(await heldOf(app, event)).toBe(1)
  })

  test('refunds never more than is left of what was paid', async () => {
    const event = await race()
    const one = await paid(event)
    await giveBack(one)
    await reportStatus(app, one.paymentId, 5)
    await paid(event)
    await settle()
    expect(await refundsOf(one)).toEqual([['gateway', 11_000]])
  })
})

describe('taking the place back', () => {
  test('while it is free, with number, kit and payment as before', async () => {
    const event = await race({ capacity: 1 })
    const one = await paid(event)
    await giveBack(one)
    expect((await takeBack(one)).json().message).toBe('A vaga é sua de novo.')
    expect((await takeBack(one)).statusCode).toBe(200)
    expect(await findRegistration(app, one.id)).toMatchObject({
      status: 1,
      cancel_reason: null,
      kept_cents: 0,
    })
    expect([await heldOf(app, event), await refundsOf(one)]).toEqual([1, []])
    expect((await mine(one)).place_return).toMatchObject({ state: 'offered' })
    expect((await record(one)).place_return).toBeNull()
    await giveBack(one)
    const { registrationId } = await chargedRegistration(app, event)
    const refused = await takeBack(one)
    expect([refused.statusCode, refused.json().message]).toEqual([
      409,
      'A vaga já está com outra pessoa. O reembolso sai quando ela pagar.',
    ])
    expect(registrationId).toBeGreaterThan(one.id)
  })

  test('not after a part of the money is gone, and not for another account', async () => {
    const event = await race()
    const one = await paid(event)
    await giveBack(one)
    expect((await takeBack({ ...one, buyer: await createUser(db) })).statusCode).toBe(404)
    await reportStatus(app, one.paymentId, 10)
    expect((await takeBack(one)).statusCode).toBe(409)
  })
})

describe('without a buyer', () => {
  test('the place is the runner’s again after the last day of sales', async () => {
    const event = await race()
    const one = await paid(event)
    await giveBack(one)
    atNoonOf(salesEnd)
    await settle()
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 2 })
    atNoonOf(addDays(salesEnd, 1))
    await settle()
    expect(await findRegistration(app, one.id)).toMatchObject({ status: 1 })
    expect(await refundsOf(one)).toEqual([])
    app.deps.clock.set(new Date())
    expect((await record(one)).history.map(({ action }: { action: string }) => action)).toContain(
      'registration.return_ended',
    )
  })

  test('it is refunded on race day if others have filled the event', async () => {
    const event = await race({ capacity: 1 })
    const one = await paid(event)
    await giveBack(one)
    await paid(event, { kit: 1 })
    atNoonOf(addDays(salesEnd, 1))
    await settle()
    expect(await refundsOf(one)).toEqual([])
    atNoonOf(eventOn)
    await settle()
    expect(await refundsOf(one)).toEqual([['returned', 10_000]])
  })
})

describe('everything is refunded, with the fee', () => {
  test('by the right of withdrawal, and only by it', async () => {
    const event = await race()
    const [one, other] = [await paid(event), await paid(event)]
    await giveBack(one)
    await giveBack(other)
    expect((await mine(one)).cancellation).toMatchObject({ reason: 'withdrawal', refund: '110.00' })
    expect((await cancel(one, '100.00')).statusCode).toBe(409)
    expect((await cancel(one, '110.00')).statusCode).toBe(200)
    expect((await cancel(one, '110.00')).statusCode).toBe(200)
    expect(await refundsOf(one)).toEqual([['withdrawal', 11_000]])
    app.deps.clock.advance(20_000)
    await runJobsOnce(app.deps)
    const mails = await mailTo(app, one.buyer.email)
    expect(mails.find(({ subject }) => subject.startsWith('Inscrição cancelada'))?.text).toContain(
      'desistência',
    )
    await paid(event)
    await settle()
    expect(await refundsOf(one)).toHaveLength(1)
    expect(await refundsOf(other)).toEqual([['returned', 10_000]])

    const late = await paid(event)
    await giveBack(late)
    const paidAt = new Date(now.getTime() - 9 * 86_400_000)
    await db.updateTable('payments').set({ paid_at: paidAt }).where('id', '=', late.paymentId).execute()
    expect((await mine(late)).cancellation).toBeNull()
    expect((await cancel(late, '110.00')).statusCode).toBe(409)
  })

  test('when the organizer cancels the event', async () => {
    const event = await race()
    const one = await paid(event)
    await giveBack(one)
    const cancelled = await app.call('POST', `/organizer/events/${event.id}/cancellation`, {
      token: organizer.token,
      body: { reason: 'Chuva.', current_password: PASSWORD, donation_to: 'Casa do Bem' },
    })
    expect(cancelled.statusCode, cancelled.body).toBe(200)
    expect((await takeBack(one)).statusCode).toBe(409)
    expect((await cancel(one, '110.00')).statusCode).toBe(409)
    await runJobsOnce(app.deps)
    await runJobsOnce(app.deps)
    expect(await refundsOf(one)).toEqual([['event_cancelled', 11_000]])
    expect(await findRegistration(app, one.id)).toMatchObject({ kept_cents: 0 })
  })
})

test('the kit of a transferred place is refunded to who paid for it', async () => {
  const event = await race({ transfers: { until: addDays(today, 20) } })
  const one = await paid(event)
  const invited = await app.call('POST', `${base(one.id)}/transfer`, { token: one.buyer.token })
  const bruno = await createUser(db)
  const accepted = await app.call('POST', '/participant/transfers', {
    token: bruno.token,
    body: {
      token: new URL(invited.json().data.link).searchParams.get('token'),
      terms: event.terms.map(({ id }) => ({ id, version: 1 })),
      answers: event.questionnaires.map(({ id }) => ({ questionnaire_id: id, accepted: true })),
      expected_to_pay: '0.00',
    },
  })
  expect(accepted.statusCode, accepted.body).toBe(200)
  expect((await giveBack({ id: one.id, buyer: bruno })).statusCode).toBe(200)
  await paid(event)
  await settle()
  expect(await refundsOf(one)).toEqual([['returned', 10_000]])
  expect(at((await mine({ id: one.id, buyer: bruno })).refunds, 0).message).toBe(
    'A devolução vai para quem pagou esta inscrição.',
  )
})
