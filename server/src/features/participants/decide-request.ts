import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { decideCancellation } from '../checkout/decide-cancellation.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import { lockReachedRegistration } from './queries.ts'

interface Decision {
  caller: Caller
  registrationId: number
  approves: boolean
  note: string
  ip: string
}

/** Decides on a runner's request to cancel. Throws 404 when the registration is out of the caller's reach, 409 when nothing waits. */
export async function decideRequest(
  deps: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { caller, registrationId, approves, note, ip }: Decision,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    const { provider } = deps.gateway
    const actorUserId = caller.userId
    await decideCancellation(tx, registration, { payments, approves, note, at, actorUserId, ip, provider })
  })
}
