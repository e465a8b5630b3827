import type { Deps } from '#server/deps.ts'
import { decideCancellation } from '#server/features/my-registrations/cancel/decide-cancellation.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { lockReachedRegistration } from './queries.ts'

interface Decision {
  caller: Caller
  registrationId: number
  approves: boolean
  note: string
  ip: string
}

/** Throws 404 outside the caller's scope, 409 when no request is waiting. */
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
