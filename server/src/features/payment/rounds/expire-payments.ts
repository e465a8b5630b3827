import { z } from 'zod'
import { addDays, dayIn, type IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, defineMoneyJob } from '#server/lib/jobs.ts'
import { cancelCharge } from '../cancel-charge.ts'
import { BANK_ZONE, graceEndsOn } from '../domain/due-date.ts'
import type { PaymentType } from '../gateways/gateway.ts'
import { movePayment } from '../move-payment.ts'
import { type ExpiryCutoffs, findExpired, listExpired, listOverdue, lockExpired } from './queries.ts'

/** A round's bound: what is left over is the next round's. */
const BATCH = 500
/** No grace is longer than this, the longest run of holidays included. */
const LONGEST_GRACE_DAYS = 20

/** One round of the clock: charges past due become Vencido, and those whose grace is over are handed to `expire-payment`. */
export async function expirePayments(deps: Deps): Promise<void> {
  const now = deps.clock.now()
  for (const paymentId of await listOverdue(deps.db, now, dayIn(BANK_ZONE, now), BATCH)) {
    await transaction(deps.db, (tx) =>
      movePayment(tx, paymentId, {
        target: PAYMENT_STATUS.overdue,
        kind: 'overdue',
        source: 'system',
        at: deps.clock.now(),
      }),
    )
  }
  const expired = await listExpired(deps.db, cutoffs(now), BATCH)
  await transaction(deps.db, async (tx) => {
    for (const paymentId of expired)
      await addJob(tx, expirePaymentJob, { paymentId }, { jobKey: `expire-payment:${paymentId}` })
  })
}

/** Ends one payment: first at the gateway, so that it cannot be paid any more, then here, giving the place back. */
export async function expirePayment(deps: Deps, paymentId: number): Promise<void> {
  const over = cutoffs(deps.clock.now())
  const payment = await findExpired(deps.db, paymentId, over)
  if (!payment) return
  const chargeId = payment.charge_id
  if (chargeId && !(await cancelCharge(deps, { paymentId, chargeId }))) return

  await transaction(deps.db, async (tx) => {
    // It may have been charged, paid or cancelled while the gateway was asked.
    const still = await lockExpired(tx, paymentId, over)
    if (!still || still.charge_id !== chargeId) return
    await movePayment(tx, paymentId, {
      target: still.status === PAYMENT_STATUS.failed ? PAYMENT_STATUS.cancelled : PAYMENT_STATUS.expired,
      kind: 'expired',
      source: 'system',
      at: deps.clock.now(),
      releaseReason: 'expired',
    })
  })
}

export const expirePaymentJob = defineMoneyJob(
  'expire-payment',
  z.object({ paymentId: z.int() }),
  (deps, { paymentId }) => expirePayment(deps, paymentId),
  { later: true },
)

export const expirePaymentsJob = defineJob('expire-payments', z.object({}), (deps) => expirePayments(deps))

/** The last due day whose grace has ended, for each kind of grace: it grows with the due day, so one day says it all. */
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
