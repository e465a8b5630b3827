// @module-tag operation
import { sql } from 'kysely'
import { afterAll, expect, test } from 'vitest'
import { deliverSandboxWebhookJob } from '#sandbox/deliver-webhook.ts'
import type { Deps } from '#server/deps.ts'
import { cancelMyRegistration } from '#server/features/my-registrations/cancel/cancel-my-registration.ts'
import { runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { dyingProcess } from '#test/dying-process.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { brokenInvariants } from '#test/invariants.ts'
import { listeningApp } from '#test/listening-app.ts'
import { findPayment, findRegistration, listLedger, press } from '#test/payments.ts'
import { closePayment } from './closing/close-payment.ts'
import { ensureCharge } from './create-charge.ts'
import { applyGatewayMessage } from './inbox/apply-gateway-message.ts'
import { recheckPayments } from './sweeps/recheck-payments.ts'

// Simulates a process that dies before any statement (and thus after every commit), and before or after any
// gateway call.

const { db, url } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const event = await createEvent(db)

interface Ordered {
  userId: number
  registrationId: number
  paymentId: number
  reference: string
}

async function ordered(): Promise<Ordered> {
  app.deps.clock.set(new Date())
  const { buyer, registrations } = await createOrder(db, event)
  const { id: registrationId, paymentId } = at(registrations, 0)
  if (paymentId === null) throw new Error('the registration is free')
  const { external_reference: reference } = await findPayment(app, paymentId)
  return { userId: buyer.id, registrationId, paymentId, reference }
}

/** Simulates a restart: jobs and sweeps run, later than any claim lasts. */
async function recover(): Promise<void> {
  for (let i = 0; i < 2; i++) {
    app.deps.clock.advance(31 * 60_000)
    await sql`update graphile_worker._private_jobs set run_at = now() where locked_at is null`.execute(db)
    await runJobsOnce(app.deps)
    await recheckPayments(app.deps)
  }
}

/** Runs the steps until the process dies; returns whether it died. */
async function diesWithin(dieAt: number, ...steps: ((deps: Deps) => Promise<unknown>)[]): Promise<boolean> {
  const dying = dyingProcess(app.deps, url, dieAt)
  for (const step of steps)
    await step(dying.deps).catch((error: unknown) => {
      if (!dying.died()) throw error
    })
  await dying.end()
  return dying.died()
}

/** Makes the gateway send its pending messages, and applies them without jobs. */
async function applyNews(deps: Deps, chargeId: string): Promise<void> {
  const sent = await db
    .selectFrom('sandbox.deliveries')
    .where('charge_id', '=', chargeId)
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

test('creating a charge and applying its payment: one charge exists, and it is paid once', async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    const step = `step ${dieAt}`
    const { paymentId, registrationId, reference } = await ordered()
    const died = await diesWithin(
      dieAt,
      (deps) => ensureCharge(deps, paymentId),
      async (deps) => {
        // The payer pays the charge that exists, whatever state the process left.
        if ((await app.deps.gateway.findCharges(reference)).length === 0) await recover()
        const [charge] = await app.deps.gateway.findCharges(reference)
        await press(app, charge?.id ?? '', 'pagar')
        await applyNews(deps, charge?.id ?? '')
      },
    )
    await recover()

    const charges = await app.deps.gateway.findCharges(reference)
    expect(charges, step).toHaveLength(1)
    expect(await findPayment(app, paymentId), step).toMatchObject({ status: 2, charge_id: charges[0]?.id })
    expect(await findRegistration(app, registrationId), step).toMatchObject({ status: 1 })
    const ledger = await listLedger(app, paymentId)
    const paid = ledger.filter(({ applied, to_status }) => applied && to_status === 2)
    expect(paid, step).toHaveLength(1)
    if (!died) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(20)
  expect(await brokenInvariants(db)).toEqual([])
}, 240_000)

test('cancelling an unpaid registration and closing its charge: nothing can be paid any more', async () => {
  let deaths = 0
  for (let dieAt = 1; ; dieAt++) {
    const step = `step ${dieAt}`
    const { paymentId, registrationId, reference, userId } = await ordered()
    await ensureCharge(app.deps, paymentId)
    const cancel = (deps: Deps) =>
      cancelMyRegistration(deps, { userId, registrationId, expectedCents: undefined, ip: '127.0.0.1' })
    const died = await diesWithin(dieAt, cancel, (deps) => closePayment(deps, paymentId))
    // The browser retries when it got no response.
    if ((await findRegistration(app, registrationId)).status !== 2) await cancel(app.deps)
    await recover()

    expect(await findRegistration(app, registrationId), step).toMatchObject({ status: 2 })
    expect(await findPayment(app, paymentId), step).toMatchObject({ status: 6 })
    expect(
      (await app.deps.gateway.findCharges(reference)).map(({ status }) => status),
      step,
    ).toEqual([6])
    if (!died) break
    deaths += 1
  }
  expect(deaths).toBeGreaterThan(15)
  expect(await brokenInvariants(db)).toEqual([])
}, 240_000)
