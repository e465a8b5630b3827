import { addDays, dayIn, type IsoDate } from '#contract/dates.ts'
import { isVoid, PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { closePayment, markPaymentClosed } from '../closing/close-payment.ts'
import { BANK_ZONE, graceEndsOn } from '../domain/due-date.ts'
import { movePayment } from '../move-payment.ts'
import { lockPayment } from '../queries/locks.ts'
import { type ExpiryCutoffs, findExpired, listExpired, listOverdue, markChecked } from './queries.ts'
import { LIST_LIMIT, runTasks, type SweepResult, sweepJob } from './sweep-job.ts'

/** Longer than any grace period, even over the longest run of holidays. */
const LONGEST_GRACE_DAYS = 20

/** Every ten minutes: charges past due become overdue, and payments whose grace is over expire. */
export async function expirePayments(deps: Deps): Promise<SweepResult> {
  const { db, clock } = deps
  const now = clock.now()
  const expiryCutoffs = cutoffs(now)
  const steps: [() => Promise<number[]>, (paymentId: number) => Promise<unknown>][] = [
    [() => listOverdue(db, now, dayIn(BANK_ZONE, now), LIST_LIMIT), (id) => markOverdue(deps, id)],
    // First those without a gateway call, because the gateway may be unavailable.
    [() => listExpired(db, expiryCutoffs, false, LIST_LIMIT), (id) => expirePayment(deps, id)],
    [() => listExpired(db, expiryCutoffs, true, LIST_LIMIT), (id) => expirePayment(deps, id)],
  ]
  let result: SweepResult = { remaining: 'none', succeeded: 0 }
  for (const [list, run] of steps) {
    const tasks = (await list()).map((paymentId) => ({ paymentId, run: () => run(paymentId) }))
    result = await runTasks(tasks, async ({ paymentId }, error) => {
      deps.log.error({ err: error, paymentId }, 'a payment could not be expired')
      await markChecked(db, [paymentId], clock.now())
    })
    if (result.remaining !== 'none') break
  }
  return result
}

const markOverdue = (deps: Deps, paymentId: number) =>
  transaction(deps.db, async (tx) => {
    const payment = await lockPayment(tx, paymentId)
    // Another sweep may have expired it; only the gateway may make an expired payment overdue.
    if (!payment || isVoid(payment.status)) return
    await movePayment(tx, paymentId, {
      target: PAYMENT_STATUS.overdue,
      kind: 'overdue',
      source: 'system',
      at: deps.clock.now(),
    })
  })

/** The charge is cancelled at the gateway first, so that it can no longer be paid. */
async function expirePayment(deps: Deps, paymentId: number): Promise<void> {
  const expiryCutoffs = cutoffs(deps.clock.now())
  const payment = await findExpired(deps.db, paymentId, expiryCutoffs)
  if (!payment) return
  if (payment.was_tried && (await closePayment(deps, paymentId)) !== 'closed') {
    // Otherwise the next run would list it first again.
    await markChecked(deps.db, [paymentId], deps.clock.now())
    return
  }

  await transaction(deps.db, async (tx) => {
    await lockPayment(tx, paymentId)
    // It may have been charged, paid or cancelled during the gateway call.
    const current = await findExpired(tx, paymentId, expiryCutoffs)
    if (!current || current.charge_id !== payment.charge_id) return
    const at = deps.clock.now()
    await movePayment(tx, paymentId, {
      target: current.status === PAYMENT_STATUS.failed ? PAYMENT_STATUS.cancelled : PAYMENT_STATUS.expired,
      kind: 'expired',
      source: 'system',
      at,
      releaseReason: 'expired',
    })
    await markPaymentClosed(tx, paymentId, at)
  })
}

export const expirePaymentsJob = sweepJob('expire-payments', expirePayments)

/** For each kind of grace period the latest due date whose grace is over. */
function cutoffs(now: Date): ExpiryCutoffs {
  const today = dayIn(BANK_ZONE, now)
  const lastOver = (type: PaymentType, hasCharge: boolean): IsoDate => {
    let day = addDays(today, -1)
    for (let i = 0; i < LONGEST_GRACE_DAYS && graceEndsOn(type, day, hasCharge) >= today; i++)
      day = addDays(day, -1)
    return day
  }
  return { now, charged: lastOver(0, true), boleto: lastOver(1, true), uncharged: lastOver(0, false) }
}
