import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { movePayment } from './move-payment.ts'

/**
 * Sees to it that a charge can no longer be paid. True when it cannot; false when the gateway would not: then what the gateway says
 * of the charge (paid meanwhile, in analysis) is applied to the payment.
 */
export async function cancelCharge(
  deps: Deps,
  { paymentId, chargeId }: { paymentId: number; chargeId: string },
): Promise<boolean> {
  if (await deps.gateway.cancelCharge(chargeId)) return true
  const charge = await deps.gateway.getCharge(chargeId)
  await transaction(deps.db, (tx) =>
    movePayment(tx, paymentId, {
      target: charge.status,
      kind: 'cancel_refused',
      source: 'gateway',
      at: deps.clock.now(),
      charge,
    }),
  )
  return false
}

export const cancelChargeJob = defineMoneyJob(
  'cancel-charge',
  z.object({ paymentId: z.int(), chargeId: z.string() }),
  async (deps, payload) => {
    await cancelCharge(deps, payload)
  },
)
