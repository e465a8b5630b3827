import { afterAll, afterEach, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type TestEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createOrganizer, createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { chargedRegistration, findPayment, findRegistration, heldOf } from '#test/payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const organizer = await createOrganizer(db)
const { organizerId } = organizer
const race = await createEvent(db, { organizerId, title: 'Corrida da Serra' })

const cancel = (id: number, token = organizer.token, status: unknown = 2) =>
  app.call('PATCH', `/organizer/registrations/${id}/status`, { token, body: { status } })
async function registered(event: TestEvent, options: Parameters<typeof createOrder>[2] = {}) {
  const order = await createOrder(db, event, options)
  return { ...at(order.registrations, 0), buyer: order.buyer }
}

test('cancels a pending registration: releases its spot, cancels its charge, notifies the buyer, writes the audit log', async () => {
  const held = await heldOf(app, race)
  const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race)
  const answer = await cancel(registrationId)
  expect(answer.json()).toEqual({
    status: 200,
    data: { id: registrationId, status: 2 },
    message: 'Inscrição cancelada com sucesso.',
  })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, cancel_reason: 'organizer' })
  expect(await heldOf(app, race)).toBe(held)
  expect((await findPayment(app, paymentId)).status).toBe(6)

  await runJobsOnce(app.deps)
  expect((await app.deps.gateway.getCharge(chargeId)).status).toBe(6)
  const { responsible_user_id } = await findRegistration(app, registrationId)
  const { email } = await db
    .selectFrom('users')
    .select('email')
    .where('id', '=', responsible_user_id)
    .executeTakeFirstOrThrow()
  const [mail] = await mailTo(app, email)
  expect(mail?.subject).toBe('Inscrição cancelada: Corrida da Serra')
  const entry = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'registration')
    .where('entity_id', '=', registrationId)
    .select(['action', 'actor_user_id', 'before', 'after', 'event_id'])
    .executeTakeFirst()
  expect(entry).toEqual({
    action: 'registration.cancelled',
    actor_user_id: organizer.id,
    before: { status: 0 },
    after: { status: 2 },
    event_id: race.id,
  })
})

test('stores the reason in the history', async () => {
  const order = await createOrder(db, race)
  const registrationId = at(order.registrations, 0).id
  const body = { status: 2, note: 'Pediu por telefone' }
  const answer = await app.call('PATCH', `/organizer/registrations/${registrationId}/status`, {
    token: organizer.token,
    body,
  })
  expect(answer.statusCode).toBe(200)
  const panel = await app.call('GET', `/organizer/registrations/${registrationId}`, {
    token: organizer.token,
  })
  expect(panel.json().data.history[0]).toMatchObject({
    action: 'registration.cancelled',
    changes: expect.arrayContaining([{ field: 'Motivo', before: null, after: 'Pediu por telefone' }]),
  })
})

const yesterday = addDays(dayIn('America/Sao_Paulo', new Date()), -1)
const over = await createEvent(db, {
  organizerId,
  registrationStartsOn: addDays(yesterday, -10),
  registrationEndsOn: yesterday,
})

test.each<[string, TestEvent, Parameters<typeof createOrder>[2], number]>([
  ['pending', race, {}, 200],
  ['pending with an overdue payment', race, { payment: { status: 4 } }, 200],
  ['confirmed and free', race, { payment: null }, 200],
  ['confirmed by a payment', race, { payment: { status: 2 } }, 409],
  ['cancelled already', race, { registrationStatus: 2, payment: { status: 6 } }, 409],
  ['pending, after the last day', over, {}, 409],
  ['confirmed and free, after the last day', over, { payment: null }, 409],
])('§4 %s', async (_name, event, options, status) => {
  const { id } = await registered(event, options)
  const answer = await cancel(id)
  expect(answer.statusCode).toBe(status)
  if (status === 409) expect(answer.json().exception).toBe('Esta inscrição não pode mais ser cancelada.')
})

test('a paid registration is cancelled with a refund until registration ends, afterwards only by Admin, with a reason', async () => {
  const admin = await createUser(db, { roles: ['Admin'] })
  const company = await createUser(db, { roles: ['Empresa'] })
  const refund = (id: number, { token }: { token: string }, note?: string) =>
    app.call('PATCH', `/organizer/registrations/${id}/status`, {
      token,
      body: { status: 2, refund: true, note },
    })
  const shown = async (id: number, { token }: { token: string }) => {
    const { data } = (await app.call('GET', `/organizer/registrations/${id}`, { token })).json()
    const list = await app.call('GET', `/organizer/events/${data.event.id}/participants`, { token })
    const row = list.json().data.find((one: { id: number }) => one.id === id)
    const { can_cancel, refundable, cancellation_needs_reason } = row
    expect(data).toMatchObject({ can_cancel, refundable, cancellation_needs_reason })
    return [can_cancel, refundable, cancellation_needs_reason]
  }
  const inTime = await registered(race, { payment: { status: 2 } })
  for (const caller of [organizer, company, admin])
    expect(await shown(inTime.id, caller)).toEqual([true, '110.00', false])
  expect((await refund(inTime.id, organizer)).statusCode).toBe(200)

  const late = await registered(over, { payment: { status: 2 } })
  for (const caller of [organizer, company]) {
    expect(await shown(late.id, caller)).toEqual([false, null, false])
    const answer = await refund(late.id, caller, 'Pediu por telefone')
    expect([answer.statusCode, answer.json().exception]).toEqual([
      409,
      'Esta inscrição não pode mais ser cancelada.',
    ])
  }
  expect(await shown(late.id, admin)).toEqual([true, '110.00', true])
  for (const note of [undefined, ' ']) {
    const answer = await refund(late.id, admin, note)
    expect([answer.statusCode, answer.json().errors.note]).toEqual([
      422,
      ['Diga por que a inscrição é cancelada depois do fim das inscrições.'],
    ])
  }
  expect((await findRegistration(app, late.id)).status).toBe(1)
  expect((await refund(late.id, admin, 'Atestado médico')).statusCode).toBe(200)
  expect((await findRegistration(app, late.id)).status).toBe(2)
})

test('concurrent and repeated cancellations have the effect of one, and every answer is that of the first', async () => {
  const { id } = await registered(race)
  const answers = await Promise.all([cancel(id), cancel(id), cancel(id)])
  answers.push(await cancel(id))
  for (const answer of answers)
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Inscrição cancelada com sucesso.'])
  const trail = db.selectFrom('audit_log').where('action', '=', 'registration.cancelled')
  expect(await trail.where('entity_id', '=', id).select('id').execute()).toHaveLength(1)
})

test('refuses another status, an unknown registration and that of another organizer', async () => {
  const { id } = await registered(race)
  for (const status of [0, 1, 3, '2', null])
    expect((await cancel(id, organizer.token, status)).statusCode).toBe(422)
  expect((await cancel(999_999)).statusCode).toBe(404)
  expect((await cancel(id, (await createOrganizer(db)).token)).statusCode).toBe(404)
})
