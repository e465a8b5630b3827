// @module-tag operation
import { afterAll, afterEach, describe, expect, test } from 'vitest'
import type { EventCancellation } from '#contract/event-cancellation/event-cancellation.ts'
import type { RefundChoice } from '#contract/my-registrations/refund-choice.ts'
import type { OrganizerBalance } from '#contract/payout/payout.ts'
import type { Statement } from '#contract/report/statement.ts'
import { refundUnanswered } from '#server/features/payment/held-refunds/refund-unanswered.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { PASSWORD, passwordHash } from '#test/factories/account.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createProducer } from '#test/factories/producer.ts'
import { createOrganizer, createUser, createUsers, type TestUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import {
  chargedRegistration,
  findPayment,
  findRegistration,
  heldOf,
  listRefunds,
  paidTogether,
  press,
  pressAndDeliver,
} from '#test/payments.ts'
import { register, submission } from '#test/wizard.ts'
import { cancelEventRegistrationsJob } from './cancel-event-registrations.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const organizer = await createOrganizer(db)
const company = await createUser(db, { roles: ['Empresa'] })
const other = await createOrganizer(db)
await db
  .updateTable('users')
  .set({ password_hash: await passwordHash })
  .execute()

afterEach(async () => {
  app.deps.clock.set(new Date())
  expect(await brokenInvariants(db)).toEqual([])
})

const newEvent = (options: Parameters<typeof createEvent>[1] = {}) =>
  createEvent(db, { organizerId: organizer.organizerId, ...options })
const cancel = (
  { id }: { id: number },
  { token }: { token: string } = organizer,
  body: Record<string, unknown> = {},
) =>
  app.call('POST', `/organizer/events/${id}/cancellation`, {
    token,
    body: { reason: 'A prefeitura retirou a licença.', current_password: PASSWORD, ...body },
  })
async function read<T>(path: string, { token }: { token: string }): Promise<T> {
  const answer = await app.call('GET', path, { token })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.json().data
}
const cancellation = ({ id }: TestEvent) =>
  read<EventCancellation>(`/organizer/events/${id}/cancellation`, organizer)
const choiceOf = (id: number, buyer: TestUser) =>
  read<RefundChoice>(`/participant/registrations/${id}/refund-choice`, buyer)
const choose = (id: number, { token }: TestUser, choice: string) =>
  app.call('POST', `/participant/registrations/${id}/refund-choice`, { token, body: { choice } })
const activeOf = (eventId: number) =>
  db
    .selectFrom('registrations')
    .where('event_id', '=', eventId)
    .where('status', '<>', 2)
    .select('id')
    .execute()

/** A paid registration of a new account. */
async function paid(event: TestEvent) {
  const buyer = await createUser(db)
  const one = await chargedRegistration(app, event, { buyer })
  await pressAndDeliver(app, one.chargeId, 'pagar')
  return { ...one, buyer }
}

describe('cancelling an event', () => {
  test('cancels unpaid registrations, refunds paid ones with the fee, releases every spot and tells the buyers why', async () => {
    const event = await newEvent({ capacity: 10 })
    const runner = await paid(event)
    const unpaid = await chargedRegistration(app, event)
    await createOrder(db, event, { payment: null })
    const { buyer } = runner
    expect(await cancellation(event)).toMatchObject({
      registrations: 3,
      paid: { registrations: 1, amount: '110.00' },
      cancelled: null,
    })

    const answer = await cancel(event)
    expect(answer.json().message).toBe('Evento cancelado. As inscrições estão sendo canceladas.')
    const mails = await mailTo(app, buyer.email)
    // One e-mail reports the cancellation and the finished refund.
    const told = mails.filter(({ subject }) => /cancelad|Devolução/.test(subject))
    expect(told.map(({ subject }) => subject)).toEqual([expect.stringMatching(/^Evento cancelado/)])
    expect(told[0]?.text).toContain('A devolução foi feita.')

    expect(await activeOf(event.id)).toEqual([])
    expect(await heldOf(app, event)).toBe(0)
    expect(await findRegistration(app, runner.registrationId)).toMatchObject({
      cancel_reason: 'event_cancelled',
      kept_cents: 0,
    })
    expect(await listRefunds(app, runner.paymentId)).toMatchObject([
      { reason: 'event_cancelled', amountCents: 11_000, status: 'done' },
    ])
    expect(await findPayment(app, unpaid.paymentId)).toMatchObject({ status: 6 })
    const charge = await app.deps.gateway.getCharge(unpaid.chargeId)
    expect(charge?.status).toBe(6)
    const mail = mails.find(({ subject }) => subject === `Evento cancelado: ${event.title}`)
    expect(mail?.text).toContain('A prefeitura retirou a licença.')
    expect(mail?.text.replaceAll('\u00a0', ' ')).toContain('Você recebe de volta R$ 110,00')
    expect(await cancellation(event)).toMatchObject({
      registrations: 0,
      cancelled: {
        reason: 'A prefeitura retirou a licença.',
        donation_to: null,
        waiting: { registrations: 0, amount: '0.00' },
      },
    })
    const page = (await app.call('GET', `/events/${event.id}`)).json().data
    expect(page).toMatchObject({ status: 0, closed_reason: 'cancelled' })
    const history = await read<{ changes: { field: string; after: string }[] }[]>(
      `/organizer/events/${event.id}/history`,
      organizer,
    )
    // The history also contains the cancellations of the registrations.
    expect(history.flatMap(({ changes }) => changes)).toContainEqual({
      field: 'Motivo',
      before: null,
      after: 'A prefeitura retirou a licença.',
    })
  })

  test('a second time changes nothing, and the event cannot be reopened', async () => {
    const event = await newEvent()
    const { paymentId } = await paid(event)
    expect((await Promise.all([cancel(event), cancel(event)])).map((a) => a.statusCode)).toEqual([200, 200])
    await runJobsOnce(app.deps)
    expect((await cancel(event, organizer, { reason: 'Outro motivo' })).statusCode).toBe(200)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toHaveLength(1)
    expect((await cancellation(event)).cancelled?.reason).toBe('A prefeitura retirou a licença.')
    const opened = await app.call('PUT', `/organizer/events/change-status/${event.id}`, {
      token: organizer.token,
      body: { status: 1 },
    })
    expect(opened.statusCode).toBe(409)
  })

  test('accepts no order that arrives at the same time', async () => {
    const event = await newEvent({ capacity: 100 })
    const buyers = await createUsers(db, 24)
    const order = (buyer: TestUser) => register(app, event, buyer, submission(event))
    await Promise.all(buyers.slice(0, 6).map(order))

    const [called, ...answers] = await Promise.all([cancel(event), ...buyers.slice(6).map(order)])
    expect(called.statusCode).toBe(200)
    expect((await order(await createUser(db))).json().message).toBe('Este evento foi cancelado.')
    await runJobsOnce(app.deps)

    expect(answers.filter(({ statusCode }) => ![201, 409].includes(statusCode))).toEqual([])
    expect(await activeOf(event.id)).toEqual([])
    expect(await heldOf(app, event)).toBe(0)
  })

  test('refunds payments that arrive later', async () => {
    const event = await newEvent()
    const late = await chargedRegistration(app, event)
    await press(app, late.chargeId, 'pagar')
    await cancel(event)
    await cancelEventRegistrationsJob.run(app.deps, { eventId: event.id })
    expect(await findPayment(app, late.paymentId)).toMatchObject({ status: 6 })
    await runJobsOnce(app.deps)
    await runJobsOnce(app.deps)
    expect(await findRegistration(app, late.registrationId)).toMatchObject({ status: 2 })
    expect(await listRefunds(app, late.paymentId)).toMatchObject([{ reason: 'late', status: 'done' }])
  })

  test('a family paid by one Pix gets everything back, and no replacement charge is created', async () => {
    const event = await newEvent()
    const { paymentId } = await paidTogether(app, event)
    const buyer = await createUser(db)
    const { registrations } = await createOrder(db, event, { buyer, additional: 2 })
    await app.call('POST', '/participant/payments', {
      token: buyer.token,
      body: { registration_ids: registrations.map(({ id }) => id), payment_type: 0 },
    })
    await runJobsOnce(app.deps)
    const before = await db
      .selectFrom('payments')
      .where('payer_user_id', '=', buyer.id)
      .select('id')
      .execute()
    await cancel(event)
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ status: 'done' }, { status: 'done' }])
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 5 })
    const after = await db
      .selectFrom('payments')
      .where('payer_user_id', '=', buyer.id)
      .select(['id', 'status'])
      .execute()
    expect(after).toHaveLength(before.length)
    expect(after.every(({ status }) => status === 6)).toBe(true)
  })

  test("a runner who cancels while the job is queued gets everything, not the policy's part", async () => {
    const event = await newEvent()
    const { registrationId, paymentId, buyer } = await paid(event)
    await cancel(event)
    const refused = await app.call('POST', `/participant/registrations/${registrationId}/cancel`, {
      token: buyer.token,
      body: { expected_refund: '110.00' },
    })
    expect(refused.statusCode).toBe(409)
    expect(refused.json().message).toContain('Este evento foi cancelado.')
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, paymentId)).toMatchObject([{ amountCents: 11_000 }])
  })

  test('the organizer needs the password; the company may also cancel a past race', async () => {
    const event = await newEvent()
    const realizador = await createProducer(db, {
      organizer,
      permissions: ['change-event-status', 'edit-event', 'view-event'],
      events: [event.id],
    })
    expect((await cancel(event, realizador)).json()).toMatchObject({
      status: 403,
      message: 'Só o organizador cancela um evento.',
    })
    expect((await cancel(event, other)).statusCode).toBe(404)
    expect((await cancel(event, organizer, { current_password: 'errada' })).json().errors).toEqual({
      current_password: ['Senha incorreta.'],
    })
    expect((await cancel(event, organizer, { reason: '  ' })).json().errors).toEqual({
      reason: ['Diga aos participantes por que o evento foi cancelado.'],
    })
    await db.updateTable('events').set({ status: 2 }).where('id', '=', event.id).execute()
    expect((await cancel(event)).statusCode).toBe(409)
    expect((await cancel(event, company)).statusCode).toBe(200)
  })
})

describe('when a donation is offered', () => {
  const offered = { donation_to: 'APAE de Joinville' }

  test('each runner chooses refund or donation; without a choice the money is refunded after the last day', async () => {
    const event = await newEvent()
    const [back, gift, silent] = [await paid(event), await paid(event), await paid(event)]
    await cancel(event, organizer, offered)
    const mails = await mailTo(app, back.buyer.email)
    const mail = mails.find(({ subject }) => subject.startsWith('Evento cancelado'))
    expect(mail?.text).toContain('doar a APAE de Joinville')

    expect(await choiceOf(back.registrationId, back.buyer)).toMatchObject({
      kind: 'event_cancelled',
      amount: '110.00',
      reason: 'A prefeitura retirou a licença.',
      donation_to: 'APAE de Joinville',
      choice: null,
    })
    expect((await choose(back.registrationId, gift.buyer, 'refund')).statusCode).toBe(404)
    expect((await choose(back.registrationId, back.buyer, 'refund')).json().message).toBe(
      'A devolução foi pedida.',
    )
    expect((await choose(gift.registrationId, gift.buyer, 'donation')).json().message).toBe(
      'Obrigado! O valor foi doado.',
    )
    // Repeating the choice is harmless; another choice is not possible.
    expect((await choose(gift.registrationId, gift.buyer, 'donation')).statusCode).toBe(200)
    expect((await choose(gift.registrationId, gift.buyer, 'refund')).statusCode).toBe(409)
    expect((await cancellation(event)).cancelled).toMatchObject({
      waiting: { registrations: 1, amount: '110.00' },
      donated: { registrations: 1, amount: '110.00' },
    })

    expect(await refundUnanswered(app.deps)).toBe(0)
    app.deps.clock.advance(8 * 86_400_000)
    const now = app.deps.clock.now()
    await db
      .updateTable('sessions')
      .set({ last_used_at: now, expires_at: new Date(now.getTime() + 86_400_000) })
      .execute()
    expect((await choose(silent.registrationId, silent.buyer, 'donation')).statusCode).toBe(409)
    expect(await refundUnanswered(app.deps)).toBe(1)
    await runJobsOnce(app.deps)
    for (const { paymentId } of [back, silent])
      expect(await listRefunds(app, paymentId)).toMatchObject([
        { reason: 'event_cancelled', amountCents: 11_000, status: 'done' },
      ])
    expect(await listRefunds(app, gift.paymentId)).toEqual([])
    expect(await findRegistration(app, gift.registrationId)).toMatchObject({ status: 2, kept_cents: 11_000 })
    // The donation stays with the organizer, and the statement names its purpose.
    const statement = await read<Statement>(`/organizer/statement?event_id=${event.id}`, organizer)
    expect(statement.total).toMatchObject({ received: '330.00', returned: '220.00', net: '110.00' })
    expect(statement.donations).toEqual([
      {
        event: { id: event.id, name: event.title },
        to: 'APAE de Joinville',
        registrations: 1,
        amount: '110.00',
      },
    ])
  })

  test('nobody else can choose, and only offered options can be chosen', async () => {
    const event = await newEvent()
    const { registrationId, buyer } = await paid(event)
    expect((await choose(registrationId, buyer, 'refund')).statusCode).toBe(404)
    await cancel(event)
    await runJobsOnce(app.deps)
    // Without an offer everything is refunded immediately.
    expect((await choose(registrationId, buyer, 'donation')).statusCode).toBe(404)
    expect((await choose(registrationId, buyer, 'place')).statusCode).toBe(422)
  })

  test('undecided money is not paid out', async () => {
    const event = await newEvent()
    await paid(event)
    await cancel(event, organizer, offered)
    await runJobsOnce(app.deps)
    const { events } = await read<OrganizerBalance>('/organizer/payout-balance', organizer)
    expect(events.find(({ id }) => id === event.id)).toMatchObject({
      net: '110.00',
      asked: '110.00',
      available: '0.00',
    })
  })
})

test('a process that dies at any step of cancelling the registrations leaves a consistent state', {
  tags: 'operation',
  timeout: 300_000,
}, async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    app.deps.clock.set(new Date())
    const event = await newEvent()
    const { paymentId } = await paidTogether(app, event)
    const unpaid = at((await createOrder(db, event)).registrations, 0)
    await cancel(event, organizer, dieAt % 4 === 1 ? { donation_to: 'APAE' } : {})
    const dying = dyingProcess(app.deps, url, dieAt)
    await cancelEventRegistrationsJob.run(dying.deps, { eventId: event.id }).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    const died = dying.died()
    await dying.end()
    expect(await brokenInvariants(db)).toEqual([])

    await runJobsOnce(app.deps)
    app.deps.clock.advance(9 * 86_400_000)
    await refundUnanswered(app.deps)
    await runJobsOnce(app.deps)
    expect(await activeOf(event.id), `died at ${dieAt}`).toEqual([])
    expect(await listRefunds(app, paymentId), `died at ${dieAt}`).toMatchObject([
      { amountCents: 11_000, reason: 'event_cancelled' },
      { amountCents: 11_000, reason: 'event_cancelled' },
    ])
    expect(await findPayment(app, unpaid.paymentId ?? 0)).toMatchObject({ status: 6 })
    if (!died) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(24)
})
