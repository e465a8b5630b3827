// @module-tag operation
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deliverSandboxWebhookJob } from '#sandbox/deliver-webhook.ts'
import type { Deps } from '#server/deps.ts'
import { cancelMyRegistration } from '#server/features/my-registrations/cancel/cancel-my-registration.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { createEvent } from '#test/factories/event.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import {
  type ChargedRegistration,
  cancelPaid,
  findPayment,
  findRegistration,
  listRefunds,
  paidTogether,
} from '#test/payments.ts'
import { applyGatewayMessage } from '../inbox/apply-gateway-message.ts'
import { recheckPayments } from '../sweeps/recheck-payments.ts'
import { sendRefund } from './send-refund.ts'

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const event = await createEvent(db)

const withdraw = (deps: Deps, { registrationId }: ChargedRegistration, userId: number) =>
  cancelMyRegistration(deps, { userId, registrationId, expectedCents: 11_000, ip: '127.0.0.1' })

/** Withdraws, sends the refund and applies the message about it, without jobs. */
async function refundIn(deps: Deps, one: ChargedRegistration, userId: number): Promise<void> {
  await withdraw(deps, one, userId)
  for (const { id } of await listRefunds(app, one.paymentId)) await sendRefund(deps, id)
  const sent = await db
    .selectFrom('sandbox.deliveries')
    .where('charge_id', '=', one.chargeId)
    .where('delivered_at', 'is', null)
    .select('id')
    .execute()
  for (const { id } of sent) await deliverSandboxWebhookJob.run(app.deps, { deliveryId: id })
  const messages = await db
    .selectFrom('gateway_messages')
    .where('handled_at', 'is', null)
    .select('id')
    .execute()
  for (const { id } of messages) await applyGatewayMessage(deps, id)
}

/** Simulates a restart: the browser retries if it got no refund, and jobs and sweeps run. */
async function recover(one: ChargedRegistration, userId: number): Promise<void> {
  if ((await listRefunds(app, one.paymentId)).length === 0) await withdraw(app.deps, one, userId)
  for (let i = 0; i < 2; i++) {
    // Longer than a claim and the delay before a check.
    app.deps.clock.advance(31 * 60_000)
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
    await runJobsOnce(app.deps)
    await recheckPayments(app.deps)
  }
}

test('a process that dies at any step of approving, sending and applying leaves one completed refund', async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    app.deps.clock.set(new Date())
    // A shared payment, which the gateway would refund twice if it were requested twice.
    const one = await paidTogether(app, event)
    const userId = one.buyer.id

    const dying = dyingProcess(app.deps, url, dieAt)
    await refundIn(dying.deps, one, userId).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
    await dying.end()
    await recover(one, userId)

    const step = `step ${dieAt}`
    expect(await listRefunds(app, one.paymentId), step).toMatchObject([
      { amountCents: 11_000, reason: 'withdrawal', status: 'done' },
    ])
    expect(await app.deps.gateway.listRefunds(one.chargeId), step).toHaveLength(1)
    expect((await findPayment(app, one.paymentId)).status, step).toBe(2)
    expect((await findRegistration(app, one.registrationId)).status, step).toBe(2)
    expect((await findRegistration(app, one.otherId)).status, step).toBe(1)
    if (!dying.died()) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(40)
  expect(await brokenInvariants(db)).toEqual([])
}, 240_000)

test('a process that dies while it refunds a shared boleto leaves one refund that settles both parts', async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    app.deps.clock.set(new Date())
    const one = await paidTogether(app, event, 1)
    for (const id of [one.registrationId, one.otherId]) await cancelPaid(app, id)
    const refunds = await listRefunds(app, one.paymentId)

    const dying = dyingProcess(app.deps, url, dieAt)
    // The second refund's job finds that only the first may request the whole.
    for (const { id } of refunds.toReversed())
      await sendRefund(dying.deps, id).catch((error: unknown) => {
        if (!dying.died()) throw error
      })
    await dying.end()
    for (let i = 0; i < 2; i++) {
      app.deps.clock.advance(31 * 60_000)
      for (const { id } of refunds) await sendRefund(app.deps, id)
    }

    const step = `step ${dieAt}`
    const both = (status: string) =>
      [one.registrationId, one.otherId].map((id) => ({ registrationId: id, status }))
    expect(await listRefunds(app, one.paymentId), step).toMatchObject(both('sent'))
    const [atGateway, ...more] = await app.deps.gateway.listRefunds(one.chargeId)
    expect([atGateway?.amountCents, more], step).toEqual([22_000, []])
    await app.fastify.inject({
      method: 'POST',
      url: `${new URL(atGateway?.requestUrl ?? '').pathname}/aceitar`,
    })
    await runJobsOnce(app.deps)
    expect(await listRefunds(app, one.paymentId), step).toMatchObject(both('done'))
    expect((await findPayment(app, one.paymentId)).status, step).toBe(5)
    if (!dying.died()) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(20)
  expect(await brokenInvariants(db)).toEqual([])
}, 240_000)
