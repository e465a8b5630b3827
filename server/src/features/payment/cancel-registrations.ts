import type { Tx } from '#server/lib/db.ts'
import { type CancelReason, releaseRegistrations } from '../registration/queries.ts'
import { settleRegistrations } from './settlement/settle-registrations.ts'

interface Cancellation {
  at: Date
  /** Null: the system. */
  actorUserId: number | null
  reason: CancelReason
  /** The gateway of payments that replace those shared with other registrations. */
  provider: string
}

/**
 * Cancels registrations, locked by `lockPaymentsOf`: releases their spots and cancels their open payments, whose charges jobs cancel at
 * the gateway. Others that shared such a payment keep their spots and get a payment without the cancelled ones.
 */
export async function cancelRegistrations(
  tx: Tx,
  registrationIds: readonly number[],
  { at, actorUserId, reason, provider }: Cancellation,
): Promise<void> {
  await releaseRegistrations(tx, registrationIds, reason, at)
  await settleRegistrations(tx, { registrationIds, provider, at, actorUserId })
}
