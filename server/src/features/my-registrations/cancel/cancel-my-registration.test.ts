import { afterAll, afterEach, expect, test } from 'vitest'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent, type EventOptions } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { createUser } from '#test/factories/user.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { mailTo } from '#test/mail.ts'
import { register, submission } from '#test/wizard.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
afterEach(async () => expect(await brokenInvariants(db)).toEqual([]))

const cancel = (id: number, user: { token: string }) =>
  app.call('POST', `/participant/registrations/${id}/cancel`, { token: user.token })

const registration = (id: number) =>
  db.selectFrom('registrations').where('id', '=', id).selectAll().executeTakeFirstOrThrow()

async function ordered(options: Parameters<typeof createOrder>[2] = {}, event: EventOptions = {}) {
  const order = await createOrder(db, await createEvent(db, { capacity: 1, ...event }), options)
  return {
    buyer: order.buyer,
    id: at(order.registrations, 0).id,
    paymentId: at(order.registrations, 0).paymentId,
  }
}

test('releases the spot immediately and cancels the charge at the gateway', async () => {
  const event = await createEvent(db, { capacity: 1 })
  const buyer = await createUser(db)
  const { id } = (await register(app, event, buyer, submission(event))).json().data.registrations[0]

  const answer = await cancel(id, buyer)

  expect(answer.statusCode).toBe(200)
  expect(answer.json().message).toBe('Inscrição cancelada com sucesso.')
  expect(await registration(id)).toMatchObject({
    status: 2,
    cancel_reason: 'participant',
    held_level_ids: [],
  })
  expect((await register(app, event, await createUser(db), submission(event))).statusCode).toBe(201)
  await runJobsOnce(app.deps)
  const charges = await db
    .selectFrom('payments as p')
    .innerJoin('sandbox.charges as c', 'c.id', 'p.charge_id')
    .innerJoin('payment_items as i', 'i.payment_id', 'p.id')
    .where('i.registration_id', '=', id)
    .select(['p.status', 'c.status as at_gateway'])
    .execute()
  expect(charges).toEqual([{ status: PAYMENT_STATUS.cancelled, at_gateway: 'CANCELLED' }])
  expect((await mailTo(app, buyer.email)).map(({ text }) => text).join()).toContain('como você pediu')
  const trail = await db
    .selectFrom('audit_log')
    .where('action', '=', 'registration.cancelled')
    .where('entity_id', '=', id)
    .select('actor_user_id')
    .execute()
  expect(trail).toEqual([{ actor_user_id: buyer.id }])
})

test('cancels a free registration', async () => {
  const { id, buyer } = await ordered({ payment: null }, { kits: [{ valueCents: 0, feeRate: 0 }] })
  expect((await cancel(id, buyer)).statusCode).toBe(200)
  expect((await registration(id)).status).toBe(2)
})

test.each([
  ['paid', { payment: { status: PAYMENT_STATUS.paid } }, {}],
  [
    'after the registration period',
    {},
    { registrationStartsOn: '2026-01-01', registrationEndsOn: '2026-01-31' },
  ],
] as const)('rejects with 409: %s', async (_name, order, event) => {
  const { id, buyer } = await ordered(order, event)
  const before = await registration(id)
  const answer = await cancel(id, buyer)
  expect([answer.statusCode, answer.json().exception]).toEqual([
    409,
    'Esta inscrição não pode mais ser cancelada.',
  ])
  expect(await registration(id)).toEqual(before)
})

test("responds with 404 for another account's registration", async () => {
  const { id } = await ordered()
  expect((await cancel(id, await createUser(db))).statusCode).toBe(404)
  expect((await registration(id)).status).toBe(0)
})

test('cancels once when requested ten times concurrently, and every answer is that of the first', async () => {
  const { id, buyer } = await ordered()
  const answers = await Promise.all(Array.from({ length: 10 }, () => cancel(id, buyer)))
  answers.push(await cancel(id, buyer))
  for (const answer of answers)
    expect([answer.statusCode, answer.json().message]).toEqual([200, 'Inscrição cancelada com sucesso.'])
  const trail = db.selectFrom('audit_log').where('action', '=', 'registration.cancelled')
  expect(await trail.where('entity_id', '=', id).select('id').execute()).toHaveLength(1)
})
