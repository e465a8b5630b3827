import { z } from 'zod'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'

/** The jobs of `cancel-charge.ts` and `close-payment.ts`, apart from what they do: whoever moves a payment asks for them. */
export const CANCEL_JOB = {
  name: 'cancel-charge',
  payload: z.object({ paymentId: z.int(), chargeId: z.string() }),
}
export const CLOSE_JOB = { name: 'close-payment', payload: z.object({ paymentId: z.int() }) }

/**
 * Has a payment that is over ended at the gateway, its charge known or not. Should the job give up, the half-hourly round goes on.
 */
export const closeLater = (
  tx: Tx,
  payment: { id: number; charge_id: string | null; charge_claimed_until: Date | null },
): Promise<void> =>
  payment.charge_id === null && payment.charge_claimed_until === null
    ? Promise.resolve()
    : addJob(tx, CLOSE_JOB, { paymentId: payment.id }, { jobKey: `close-payment:${payment.id}` })

/** One charge of several that a payment has. */
export const cancelChargeLater = (tx: Tx, paymentId: number, chargeId: string): Promise<void> =>
  addJob(tx, CANCEL_JOB, { paymentId, chargeId })
