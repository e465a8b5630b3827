import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import type { Deps } from '#server/deps.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '../../../../test/database.ts'
import { dyingProcess, STEPS_BETWEEN_DEATHS } from '../../../../test/dying-process.ts'
import { createEvent } from '../../../../test/factories/event.ts'
import { brokenInvariants } from '../../../../test/invariants.ts'
import { listeningApp } from '../../../../test/listening-app.ts'
import {
  type ChargedRegistration,
  findPayment,
  findRegistration,
  listRefunds,
  paidTogether,
} from '../../../../test/payments.ts'
import { cancelMyRegistration } from '../../checkout/cancel-my-registration.ts'
import { deliverSandboxWebhookJob } from '../gateways/sandbox/deliver-webhook.ts'
import { applyGatewayMessage } from '../inbox/apply-gateway-message.ts'
import { reconcilePayments } from '../sweeps/reconcile-payments.ts'
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

/** What happens after a restart: the browser asks again if it got no refund, jobs and sweeps run. */
async function recover(one: ChargedRegistration, userId: number): Promise<void> {
  if ((await listRefunds(app, one.paymentId)).length === 0) await withdraw(app.deps, one, userId)
  for (let i = 0; i < 2; i++) {
    // Longer than a claim and the pause before a check.
    app.deps.clock.advance(31 * 60_000)
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
    await runJobsOnce(app.deps)
    await reconcilePayments(app.deps)
  }
}

test('a process that dies at any step of approving, sending and applying leaves one refund, which is done', async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt += STEPS_BETWEEN_DEATHS) {
    app.deps.clock.set(new Date())
    // Of a shared payment, so that the gateway would refund it twice if it were asked twice.
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
  expect(deaths).toBeGreaterThan(40 / STEPS_BETWEEN_DEATHS)
  expect(await brokenInvariants(db)).toEqual([])
}, 240_000)
