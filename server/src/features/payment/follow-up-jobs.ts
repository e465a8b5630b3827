import { z } from 'zod'
import type { Tx } from '#server/lib/db.ts'
import { addJob, addJobs } from '#server/lib/jobs.ts'

/* Jobs that follow a change of a payment's status, declared apart because they import `movePayment`. */

/** Runs `cancelChargeJob` in `closing/close-payment.ts`. */
export const CANCEL_CHARGE = {
  name: 'cancel-charge',
  payload: z.object({ paymentId: z.int(), chargeId: z.string() }),
}
/** Runs `closePaymentJob` in `closing/close-payment.ts`. */
export const CLOSE_PAYMENT = { name: 'close-payment', payload: z.object({ paymentId: z.int() }) }
/** Runs `balancePaymentsJob` in `balancing/balance-payments.ts`. */
export const BALANCE_PAYMENTS = {
  name: 'balance-payments',
  payload: z.object({ registrationId: z.int() }),
}

interface Closable {
  id: number
  charge_id: string | null
  charge_claimed_until: Date | null
}

/** Cancels every charge of an ended payment; the reconciliation sweep retries failed jobs. */
export const closeLater = (tx: Tx, payment: Closable): Promise<void> => closeAllLater(tx, [payment])

export async function closeAllLater(tx: Tx, payments: readonly Closable[]): Promise<void> {
  const charged = payments.filter((one) => one.charge_id !== null || one.charge_claimed_until !== null)
  // The job of a charge that was being created may run when that of the stored charge is added.
  const jobs = charged.map(({ id, charge_id: chargeId }) => ({
    payload: { paymentId: id },
    jobKey: `close-payment:${id}:${chargeId ?? 'claimed'}`,
  }))
  await addJobs(tx, CLOSE_PAYMENT, jobs)
}

/**
 * For a payment whose charge is being created, in case that attempt fails: `storeOrClose` adds the job for a
 * charge that is stored. The key is another one, because adding a running job again ends its retries.
 */
export const closeAgain = (tx: Tx, paymentId: number, runAt: Date): Promise<void> =>
  addJob(tx, CLOSE_PAYMENT, { paymentId }, { jobKey: `close-payment:${paymentId}:again`, runAt })

/** Cancels one of several charges. */
export const cancelChargeLater = (tx: Tx, paymentId: number, chargeId: string): Promise<void> =>
  addJob(tx, CANCEL_CHARGE, { paymentId, chargeId })

/** In a job, because balancing locks the registration before its payments (docs/algorithms/stock.md). */
export const balanceLater = (tx: Tx, registrationId: number): Promise<void> =>
  addJob(tx, BALANCE_PAYMENTS, { registrationId }, { jobKey: `settle:${registrationId}` })
