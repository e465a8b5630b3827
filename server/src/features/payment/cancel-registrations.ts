import type { Cents } from '#contract/money.ts'
import type { Tx } from '#server/lib/db.ts'
import { type CancelReason, releaseRegistrations } from '../registration/queries.ts'
import type { RefundDecision } from './refunds/make-refund.ts'
import { moveRefund } from './refunds/move-refund.ts'
import { listRequested } from './refunds/queries.ts'
import { keepPaid } from './settlement/queries.ts'
import { settleRegistrations } from './settlement/settle-registrations.ts'

interface Cancellation {
  at: Date
  /** Null: the system. */
  actorUserId: number | null
  reason: CancelReason
  /** Why what was paid is refunded; by default a rule of the system. */
  refund?: RefundDecision
  /** What is kept of what was paid, by registration; by default nothing. */
  kept?: ReadonlyMap<number, Cents>
  /** The gateway of payments that replace those shared with other registrations. */
  provider: string
}

/**
 * Cancels registrations, locked by `lockPaymentsOf`: releases their spots and cancels their open payments, whose charges jobs cancel at
 * the gateway, and refunds what was paid; what their runners asked for is approved. Others that shared such a payment keep their spots and get a payment without the cancelled ones.
 */
export async function cancelRegistrations(
  tx: Tx,
  registrationIds: readonly number[],
  { at, actorUserId, reason, refund, kept, provider }: Cancellation,
): Promise<void> {
  await releaseRegistrations(tx, registrationIds, reason, at)
  for (const [cents, ids] of Map.groupBy(registrationIds, (id) => kept?.get(id) ?? 0))
    await keepPaid(tx, ids, cents)
  const source = actorUserId === null ? 'system' : 'person'
  for (const request of await listRequested(tx, registrationIds))
    await moveRefund(
      tx,
      request,
      'approved',
      { approved_by_user_id: actorUserId, approved_at: at },
      { at, source, actorUserId },
    )
  await settleRegistrations(tx, { registrationIds, provider, at, actorUserId, ...(refund && { refund }) })
}
