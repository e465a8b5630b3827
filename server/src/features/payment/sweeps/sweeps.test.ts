import { sql } from 'kysely'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { addDays, dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { runJobs, runJobsOnce } from '#server/worker.ts'
import { testDatabase } from '#test/database.ts'
import { at, createEvent } from '#test/factories/event.ts'
import { createOrder } from '#test/factories/order.ts'
import { listeningApp } from '#test/listening-app.ts'
import { callsThatWait } from '#test/locks.ts'
import {
  chargedRegistration,
  findPayment,
  findRegistration,
  listLedger,
  press,
  pressAndDeliver,
  strayCharge,
} from '#test/payments.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { movePayment } from '../move-payment.ts'
import { lockPayment } from '../queries/locks.ts'
import { expirePayments, expirePaymentsJob } from './expire-payments.ts'
import { recheckPayments } from './recheck-payments.ts'

const { db } = await testDatabase()
const app = await listeningApp(db)
afterAll(app.close)
const race = await createEvent(db)
const dueOn = addDays(dayIn(BANK_ZONE, new Date()), 2)

/** Noon in São Paulo, this many days after the due date. */
const daysPastDue = (days: number) => app.deps.clock.set(`${addDays(dueOn, days)}T15:00:00Z`)
const sweep = async () => {
  await expirePayments(app.deps)
  await runJobsOnce(app.deps)
}
const steps = async (paymentId: number) =>
  (await listLedger(app, paymentId))
    .filter(({ applied, to_status }) => applied && to_status !== null)
    .map(({ to_status }) => to_status)

beforeEach(() => app.deps.clock.set(new Date()))

const pix = () => chargedRegistration(app, race, { payment: { type: 0, dueOn } })
const boleto = () => chargedRegistration(app, race, { payment: { type: 1, dueOn } })

describe('expiry', () => {
  test('a payment does not expire on its due date', async () => {
    const { paymentId } = await pix()
    daysPastDue(0)
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
  })

  test('a Pix expires after its due date: its charge is cancelled and its spot released', async () => {
    const { registrationId, paymentId, chargeId } = await pix()
    daysPastDue(1)
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 8 })
    expect(await steps(paymentId)).toEqual([0, 4, 8])
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, cancel_reason: 'expired' })
    expect(await app.deps.gateway.getCharge(chargeId)).toMatchObject({ status: 6 })
  })

  test('a machine whose clock is days ahead of the database ends nothing', async () => {
    const { registrationId, paymentId, chargeId } = await pix()
    daysPastDue(1)
    await transaction(db, (tx) => addJob(tx, expirePaymentsJob, {}))
    const jobs = await runJobs(app.deps)
    const refused = async () =>
      (
        await sql<{ last_error: string }>`
          select last_error from graphile_worker._private_jobs where last_error is not null`.execute(db)
      ).rows.map(({ last_error }) => last_error)
    await expect.poll(refused).toEqual([expect.stringContaining("differs from the database's by")])
    await jobs.stop()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
    expect(await app.deps.gateway.getCharge(chargeId)).toMatchObject({ status: 0 })
    await sql`delete from graphile_worker._private_jobs where last_error is not null`.execute(db)
  })

  test('a Pix held for hours expires with its hold', async () => {
    const at = new Date(`${dueOn}T12:00:00Z`)
    app.deps.clock.set(at)
    const expiresAt = new Date(at.getTime() + 2 * 3_600_000)
    const options = { createdAt: at, payment: { type: 0, dueOn, expiresAt } } as const
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race, options)
    app.deps.clock.advance(2 * 3_600_000 - 60_000)
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0, due_on: dueOn })
    app.deps.clock.advance(120_000)
    await press(app, chargeId, 'pagar')
    expect(await app.deps.gateway.getCharge(chargeId)).toMatchObject({ status: 0 })
    await sweep()
    expect(await steps(paymentId)).toEqual([0, 4, 8])
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2, cancel_reason: 'expired' })
    expect(await app.deps.gateway.getCharge(chargeId)).toMatchObject({ status: 6 })
  })

  test('a boleto is overdue and keeps its spot until its grace period is over', async () => {
    const { registrationId, paymentId } = await boleto()
    daysPastDue(1)
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 4 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
    daysPastDue(12)
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 8 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 2 })
  })

  test('a boleto can be paid within its grace period', async () => {
    const { registrationId, paymentId, chargeId } = await boleto()
    daysPastDue(1)
    await sweep()
    await pressAndDeliver(app, chargeId, 'pagar')
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 3, late: false })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })

  test('a payment whose message is not received yet is paid, not expired', async () => {
    const { registrationId, paymentId, chargeId } = await pix()
    await press(app, chargeId, 'pagar')
    await db.deleteFrom('sandbox.deliveries').where('charge_id', '=', chargeId).execute()
    daysPastDue(1)
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2, late: false })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })

  test('a payment that gets another charge while its charge is being cancelled does not expire', async () => {
    const { registrationId, paymentId } = await pix()
    daysPastDue(1)
    const { gateway } = app.deps
    let renewed = ''
    app.deps.gateway = {
      ...gateway,
      async cancelCharge(chargeId) {
        const isCancelled = await gateway.cancelCharge(chargeId)
        renewed = (await strayCharge(app, paymentId)).id
        await db.updateTable('payments').set({ charge_id: renewed }).where('id', '=', paymentId).execute()
        return isCancelled
      },
    }
    await expirePayments(app.deps)
    app.deps.gateway = gateway
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 4, charge_id: renewed })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
    expect(await gateway.getCharge(renewed)).toMatchObject({ status: 0 })
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 8 })
  })

  test('a card in analysis does not expire', async () => {
    const { registrationId, paymentId, chargeId } = await chargedRegistration(app, race, {
      payment: { type: 2, dueOn },
    })
    await db
      .updateTable('sandbox.charges')
      .set({ status: 'IN_ANALYSIS' })
      .where('id', '=', chargeId)
      .execute()
    daysPastDue(1)
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 11 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
    await pressAndDeliver(app, chargeId, 'aprovar')
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })

  test('with the gateway unavailable no payable payment expires', async () => {
    const { registrationId, paymentId } = await pix()
    daysPastDue(1)
    const { port } = app.deps.config
    app.deps.config.port = 9
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 4 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 0 })
    app.deps.config.port = port
    await sweep()
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 8 })
  })

  test.each([
    ['that waits for its charge', 0, 8],
    ['that failed', 7, 6],
  ])('a payment %s releases its spot after three days', async (_case, status, end) => {
    const order = await createOrder(db, race, { payment: { status, dueOn } })
    const { id, paymentId } = at(order.registrations, 0)
    daysPastDue(3)
    await sweep()
    expect(await findPayment(app, paymentId ?? 0)).toMatchObject({ status })
    daysPastDue(4)
    await sweep()
    expect(await findPayment(app, paymentId ?? 0)).toMatchObject({ status: end })
    expect(await findRegistration(app, id)).toMatchObject({ status: 2, cancel_reason: 'expired' })
  })

  test('two concurrent sweeps expire a payment once', async () => {
    const { paymentId } = await pix()
    daysPastDue(1)
    await Promise.all([sweep(), sweep()])
    expect(await steps(paymentId)).toEqual([0, 4, 8])
  })

  test('a payment that expires after a sweep listed it as overdue stays expired', async () => {
    const { paymentId } = await pix()
    daysPastDue(1)
    let late: Promise<unknown> = Promise.resolve()
    await transaction(db, async (tx) => {
      await lockPayment(tx, paymentId)
      late = sweep()
      await callsThatWait(db, 1)
      for (const target of [PAYMENT_STATUS.overdue, PAYMENT_STATUS.expired])
        await movePayment(tx, paymentId, {
          target,
          kind: 'moved',
          source: 'system',
          at: app.deps.clock.now(),
        })
    })
    await late
    expect(await steps(paymentId)).toEqual([0, 4, 8])
  })
})

describe('reconciliation', () => {
  test('applies the state that a lost message would have reported', async () => {
    const { registrationId, paymentId, chargeId } = await pix()
    await press(app, chargeId, 'pagar')
    await db.deleteFrom('sandbox.deliveries').where('charge_id', '=', chargeId).execute()
    await recheckPayments(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
    app.deps.clock.advance(31 * 60_000)
    await recheckPayments(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
    expect(await findRegistration(app, registrationId)).toMatchObject({ status: 1 })
  })

  test('writes no ledger row when nothing changed', async () => {
    const { paymentId } = await pix()
    app.deps.clock.advance(31 * 60_000)
    await recheckPayments(app.deps)
    expect((await listLedger(app, paymentId)).map(({ kind }) => kind)).toEqual(['created', 'charge_created'])
    expect(await findPayment(app, paymentId)).toMatchObject({ checked_at: expect.any(Date) })
  })

  test('continues when the gateway does not know a charge', async () => {
    const [lost, paid] = [await pix(), await pix()]
    await db
      .updateTable('payments')
      .set({ charge_id: 'cob_perdida' })
      .where('id', '=', lost.paymentId)
      .execute()
    await press(app, paid.chargeId, 'pagar')
    app.deps.clock.advance(31 * 60_000)
    await recheckPayments(app.deps)
    expect(await findPayment(app, paid.paymentId)).toMatchObject({ status: 2 })
    expect(await findPayment(app, lost.paymentId)).toMatchObject({ status: 0, checked_at: expect.any(Date) })
  })

  test('reads many open charges as a list, and only the others one by one', {
    tags: 'operation',
  }, async () => {
    const listed: Awaited<ReturnType<typeof pix>>[] = []
    for (let i = 0; i < 23; i++) listed.push(await pix())
    const [paid, changed, doubled] = listed.splice(0, 3)
    await press(app, paid?.chargeId ?? '', 'pagar')
    await db.deleteFrom('sandbox.deliveries').execute()
    await db
      .updateTable('sandbox.charges')
      .set({ amount_cents: 100 })
      .where('id', '=', changed?.chargeId ?? '')
      .execute()
    await strayCharge(app, doubled?.paymentId ?? 0)

    app.deps.clock.advance(31 * 60_000)
    const { gateway } = app.deps
    const read: string[] = []
    app.deps.gateway = {
      ...gateway,
      findCharges: (reference) => {
        read.push(reference)
        return gateway.findCharges(reference)
      },
    }
    await recheckPayments(app.deps)
    app.deps.gateway = gateway
    const reference = async (id = 0) => (await findPayment(app, id)).external_reference
    expect(read).toEqual(
      expect.arrayContaining([
        await reference(paid?.paymentId),
        await reference(changed?.paymentId),
        await reference(doubled?.paymentId),
      ]),
    )
    for (const { paymentId } of listed) {
      expect(read).not.toContain(await reference(paymentId))
      expect(await findPayment(app, paymentId)).toMatchObject({ status: 0, checked_at: expect.any(Date) })
    }
    expect(await findPayment(app, paid?.paymentId ?? 0)).toMatchObject({ status: 2 })
  })

  test('an older charge is checked every six hours', async () => {
    const { paymentId, chargeId } = await pix()
    await press(app, chargeId, 'pagar')
    await db.deleteFrom('sandbox.deliveries').execute()
    app.deps.clock.advance(5 * 3_600_000)
    await recheckPayments(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 0 })
    app.deps.clock.advance(3_600_001)
    await recheckPayments(app.deps)
    expect(await findPayment(app, paymentId)).toMatchObject({ status: 2 })
  })

  test('creates the missing charge of a payment', async () => {
    const order = await createOrder(db, race)
    const { paymentId } = at(order.registrations, 0)
    app.deps.clock.advance(31 * 60_000)
    await recheckPayments(app.deps)
    await runJobsOnce(app.deps)
    expect((await findPayment(app, paymentId ?? 0)).hosted_link).toContain('/sandbox/pagar/')
  })
})
