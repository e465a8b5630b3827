import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { cancelLocked } from '../checkout/cancel-my-registration.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import { registrationCancelledJob } from './emails/registration-cancelled.ts'
import { lockReachedRegistration } from './queries.ts'

interface Cancellation {
  caller: Caller
  registrationId: number
  ip: string
}

/**
 * Cancels a registration for an organizer, under the rule by which the screen offers it (`canCancel`; 409 otherwise). Releases its spot at
 * once, cancels its open charges at the gateway afterwards and tells its buyer.
 */
export async function cancelRegistration(
  deps: Deps,
  { caller, registrationId, ip }: Cancellation,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    await lockPaymentsOf(tx, [registrationId])
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    const { userId: actorUserId } = caller
    const { provider } = deps.gateway
    await cancelLocked(tx, registration, { reason: 'organizer', at, actorUserId, ip, provider })
    await addJob(tx, registrationCancelledJob, { registrationId })
  })
}
