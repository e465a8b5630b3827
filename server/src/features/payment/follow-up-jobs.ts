import { z } from 'zod'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'

/*
 * Jobs that follow a change of a payment's status. Their names are declared apart from what they do, because that imports
 * `movePayment`, which enqueues them.
 */

/** Runs `cancelCharge` in `closing/close-payment.ts`. */
export const CANCEL_CHARGE = {
  name: 'cancel-charge',
  payload: z.object({ paymentId: z.int(), chargeId: z.string() }),
}
/** Runs `closePayment` in `closing/close-payment.ts`. */
export const CLOSE_PAYMENT = { name: 'close-payment', payload: z.object({ paymentId: z.int() }) }
/** Runs `settleRegistrations` in `settlement/settle-registrations.ts`. */
export const SETTLE_REGISTRATION = {
  name: 'settle-registration',
  payload: z.object({ registrationId: z.int() }),
}

/** Runs `sendRefund` in `refunds/send-refund.ts`. */
export const SEND_REFUND = { name: 'send-refund', payload: z.object({ refundId: z.int() }) }

/** Runs `offerPlace` in `checkout/refund-choice/offer-place.ts`. */
export const OFFER_PLACE = { name: 'offer-place', payload: z.object({ registrationId: z.int() }) }

/** Cancels every charge of an ended payment at the gateway; the reconciliation sweep retries what the job gives up. */
export const closeLater = (
  tx: Tx,
  payment: { id: number; charge_id: string | null; charge_claimed_until: Date | null },
): Promise<void> =>
  payment.charge_id === null && payment.charge_claimed_until === null
    ? Promise.resolve()
    : addJob(tx, CLOSE_PAYMENT, { paymentId: payment.id }, { jobKey: `close-payment:${payment.id}` })

/** Cancels one charge of a payment that has several. */
export const cancelChargeLater = (tx: Tx, paymentId: number, chargeId: string): Promise<void> =>
  addJob(tx, CANCEL_CHARGE, { paymentId, chargeId })

/** Sends an approved refund; the reconciliation sweep retries what the job gives up. */
export const sendRefundLater = (tx: Tx, refundId: number): Promise<void> =>
  addJob(tx, SEND_REFUND, { refundId }, { jobKey: `send-refund:${refundId}` })

/** Offers another place to whoever paid too late for theirs, or refunds them when there is none. */
export const offerPlaceLater = (tx: Tx, registrationId: number): Promise<void> =>
  addJob(tx, OFFER_PLACE, { registrationId }, { jobKey: `offer-place:${registrationId}` })

/** In a job of its own, because settling locks the registration before its payments (docs/algorithms/stock.md). */
export const settleLater = (tx: Tx, registrationId: number): Promise<void> =>
  addJob(tx, SETTLE_REGISTRATION, { registrationId }, { jobKey: `settle:${registrationId}` })
