// Over 250 lines: all tests share the helpers that sign and send messages.
import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { SIGNATURE_HEADER, sign } from '#sandbox/signature.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  chargedRegistration,
  findPayment,
  findRegistration,
  listLedger,
  strayCharge,
} from '#test/payments.ts'
import { applyGatewayMessage } from './apply-gateway-message.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const event = await createEvent(db)

interface Message {
  id?: string
  chargeId: string
  reference?: string | null
  status?: string
}

const bodyOf = ({ id = randomUUID(), chargeId, reference = null, status = 'RECEIVED' }: Message) =>
  JSON.stringify({
    id,
    event: `CHARGE_${status}`,
    created_at: new Date().toISOString(),
    charge: { id: chargeId, external_reference: reference, status, amount_cents: 11_000 },
  })

const send = (
  body: string,
  signature: string | undefined = sign(body, app.deps.secrets.gatewayWebhookSecret, new Date()),
) =>
  app.fastify.inject({
    method: 'POST',
    url: '/api/v1/webhooks/payments',
    headers: { 'content-type': 'application/json', ...(signature && { [SIGNATURE_HEADER]: signature }) },
    payload: body,
  })

const ledger = async (paymentId: number) =>
  (await listLedger(app, paymentId))
    .filter(({ source }) => source === 'gateway')
    .map(({ kind, from_status, to_status, applied }) => ({ kind, from_status, to_status, applied }))

const outcomes = async (chargeId: string) =>
  (
    await db
      .selectFrom('gateway_messages')
      .where(sql<boolean>`payload -> 'notice' ->> 'chargeId' = ${chargeId}`)
      .orderBy('id')
      .select('outcome')
      .execute()
  ).map(({ outcome }) => outcome)

/** Changes the charge at the gateway without sending a message. */
async function atGateway(chargeId: string, status: string, change: object = {}) {
  await db
    .updateTable('sandbox.charges')
    .set({ status, ...change })
    .where('id', '=', chargeId)
    .execute()
}

test('a message with a missing, wrong or expired signature is 401 and not stored', async () => {
  const { secrets } = app.deps
  const body = bodyOf({ chargeId: 'cob_forged' })
  const now = new Date()
  const minutesAgo = (minutes: number) => new Date(now.getTime() - minutes * 60_000)
  const signatures = [
    '',
    't=1,v1=00',
    sign(body, 'another secret', now),
    sign(`${body} `, secrets.gatewayWebhookSecret, now),
    sign(body, secrets.gatewayWebhookSecret, minutesAgo(6)),
    sign(body, secrets.gatewayWebhookSecret, minutesAgo(-6)),
    sign(body, secrets.gatewayWebhookSecret, now).replace('v1=', 'v1=0'),
  ]
  for (const signature of signatures) {
    const answer = await send(body, signature)
    expect(answer.statusCode, signature).toBe(401)
    expect(answer.json()).toMatchObject({ status: 401, message: 'Assinatura inválida.' })
  }
  expect((await send('not json at all', 'x')).statusCode).toBe(401)
  expect(await outcomes('cob_forged')).toEqual([])
})

test('a signed body of another shape is 400', async () => {
  expect((await send('{"hello":1}')).statusCode).toBe(400)
  expect((await send('not json')).statusCode).toBe(400)
})

test('a payment at the gateway confirms the registration and e-mails the buyer', async () => {
  const { paymentId, registrationId, chargeId } = await chargedRegistration(app, event)
  const paidAt = new Date('2026-11-20T12:34:56Z')
  await atGateway(chargeId, 'RECEIVED', { paid_at: paidAt })
  const answer = await send(bodyOf({ chargeId }))
  expect(answer.statusCode).toBe(200)
  expect(answer.json()).toEqual({ status: 200, data: { received: true } })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, paid_at: paidAt, late: false })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  expect(await ledger(paymentId)).toEqual([
    { kind: 'CHARGE_RECEIVED', from_status: 0, to_status: 2, applied: true },
  ])
  expect(await outcomes(chargeId)).toEqual(['applied'])
})

test('fifty concurrent copies are stored and applied once', async () => {
  const { paymentId, registrationId, chargeId } = await chargedRegistration(app, event)
  await atGateway(chargeId, 'RECEIVED')
  const body = bodyOf({ chargeId })
  const answers = await Promise.all(Array.from({ length: 50 }, () => send(body)))
  expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]))
  expect(await outcomes(chargeId)).toHaveLength(1)
  await runJobsOnce(app.deps)
  expect(await ledger(paymentId)).toHaveLength(1)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
})

test('the same event under fifty ids is applied once and recorded fifty times', {
  tags: 'operation',
}, async () => {
  const { paymentId, registrationId, chargeId } = await chargedRegistration(app, event)
  await atGateway(chargeId, 'CONFIRMED')
  await Promise.all(Array.from({ length: 50 }, () => send(bodyOf({ chargeId, status: 'CONFIRMED' }))))
  await runJobsOnce(app.deps)
  const rows = await ledger(paymentId)
  expect(rows).toHaveLength(50)
  expect(rows.filter(({ applied }) => applied)).toHaveLength(1)
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
})

test('a forged "paid" changes nothing: the status is requested from the gateway', async () => {
  const { paymentId, registrationId, chargeId } = await chargedRegistration(app, event)
  await send(bodyOf({ chargeId, status: 'RECEIVED' }))
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 0, paid_at: null })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
})

test("messages out of order end in the gateway's status", async () => {
  const { paymentId, chargeId } = await chargedRegistration(app, event)
  await atGateway(chargeId, 'RECEIVED')
  for (const status of ['RECEIVED', 'CONFIRMED', 'PENDING', 'CANCELLED', 'REFUSED'])
    await send(bodyOf({ chargeId, status }))
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
  await atGateway(chargeId, 'REFUNDED')
  for (const status of ['REFUNDED', 'RECEIVED']) await send(bodyOf({ chargeId, status }))
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 5 })
})

test('a refusal reported only by the message counts while the charge is open', async () => {
  const { paymentId, chargeId } = await chargedRegistration(app, event)
  await send(bodyOf({ chargeId, status: 'REFUSED' }))
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 9 })
  await atGateway(chargeId, 'CONFIRMED')
  await send(bodyOf({ chargeId, status: 'REFUSED' }))
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 3 })
})

test('a message without a status is recorded and changes nothing', async () => {
  const { paymentId, chargeId } = await chargedRegistration(app, event)
  await send(bodyOf({ chargeId, status: 'VIEWED' }))
  await runJobsOnce(app.deps)
  expect(await ledger(paymentId)).toEqual([
    { kind: 'CHARGE_VIEWED', from_status: 0, to_status: null, applied: false },
  ])
})

test('a message about an unknown charge is stored and answered 200', async () => {
  expect((await send(bodyOf({ chargeId: 'cob_stranger', reference: 'not-ours' }))).statusCode).toBe(200)
  await runJobsOnce(app.deps)
  expect(await outcomes('cob_stranger')).toEqual(['unknown_charge'])
})

test('a charge paid before its id is stored is found by our reference', async () => {
  const order = await createOrder(db, event)
  const { paymentId, id } = at(order.registrations, 0)
  const { external_reference } = await findPayment(app, paymentId ?? 0)
  const charge = await strayCharge(app, paymentId ?? 0)
  await atGateway(charge.id, 'RECEIVED')
  await send(bodyOf({ chargeId: charge.id, reference: external_reference }))
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId ?? 0)).toMatchObject({
    status: 2,
    charge_id: charge.id,
    hosted_link: charge.paymentLink,
  })
  expect(await findRegistration(app, id)).toMatchObject({ status: 1 })
})

test.each([
  ['less', 10_999],
  ['more', 11_001],
])('a payment of %s than was asked for is recorded and not applied', async (_, amountCents) => {
  const { paymentId, registrationId, chargeId } = await chargedRegistration(app, event)
  await atGateway(chargeId, 'RECEIVED', { amount_cents: amountCents })
  await send(bodyOf({ chargeId }))
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
  expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
  expect(await outcomes(chargeId)).toEqual(['amount_mismatch'])
  expect(await ledger(paymentId)).toMatchObject([{ kind: 'amount_mismatch', applied: false }])
})

test('with the gateway unavailable the message waits', async () => {
  const { paymentId, chargeId } = await chargedRegistration(app, event)
  await atGateway(chargeId, 'RECEIVED')
  await send(bodyOf({ chargeId }))
  const { port } = app.deps.config
  app.deps.config.port = 9
  await runJobsOnce(app.deps)
  expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
  expect(await outcomes(chargeId)).toEqual([null])
  app.deps.config.port = port
  // Polled, because the failed attempt is rescheduled only after the run has ended.
  await expect
    .poll(async () => {
      await sql`update graphile_worker._private_jobs set run_at = now() where attempts > 0`.execute(db)
      await runJobsOnce(app.deps)
      return (await findPayment(app, paymentId))?.status
    })
    .toBe(2)
})

test('two concurrent jobs apply a message once', async () => {
  const { paymentId, chargeId } = await chargedRegistration(app, event)
  await atGateway(chargeId, 'RECEIVED')
  await send(bodyOf({ chargeId }))
  const { id } = await db
    .selectFrom('gateway_messages')
    .orderBy('id', 'desc')
    .select('id')
    .executeTakeFirstOrThrow()
  await Promise.all(Array.from({ length: 5 }, () => applyGatewayMessage(app.deps, id)))
  expect(await ledger(paymentId)).toHaveLength(1)
})

test('the ledger is append-only', async () => {
  const { paymentId } = await chargedRegistration(app, event)
  await expect(
    db.updateTable('payment_events').set({ kind: 'nothing' }).where('payment_id', '=', paymentId).execute(),
  ).rejects.toThrow('append-only')
  await expect(db.deleteFrom('payment_events').where('payment_id', '=', paymentId).execute()).rejects.toThrow(
    'append-only',
  )
})
