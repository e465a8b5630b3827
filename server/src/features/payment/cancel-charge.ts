import type { Deps } from '#server/deps.ts'
import { transaction } from '#server/lib/db.ts'
import { defineMoneyJob } from '#server/lib/jobs.ts'
import { CANCEL_JOB } from './close-later.ts'
import type { Charge } from './gateways/gateway.ts'
import { movePayment } from './move-payment.ts'

/**
 * Sees to it that a charge can no longer be paid. Null when it cannot; else, when the gateway would not, the charge as it is (paid
 * meanwhile, in analysis): that is applied to the payment.
 */
export async function cancelCharge(
  deps: Deps,
  { paymentId, chargeId }: { paymentId: number; chargeId: string },
): Promise<Charge | null> {
  if (await deps.gateway.cancelCharge(chargeId)) return null
  const charge = await deps.gateway.getCharge(chargeId)
  await transaction(deps.db, (tx) =>
    movePayment(tx, paymentId, {
      target: charge.status,
      kind: 'cancel_refused',
      source: 'system',
      at: deps.clock.now(),
      charge,
    }),
  )
  return charge
}

export const cancelChargeJob = defineMoneyJob(CANCEL_JOB.name, CANCEL_JOB.payload, async (deps, payload) => {
  await cancelCharge(deps, payload)
})
