import type { Cents } from '#contract/money.ts'
import type { CancelReason } from '#server/features/outbox/domain-events.ts'
import { releaseRegistrations } from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { balancePayments } from './balancing/balance-payments.ts'
import { setRetainedAmount } from './balancing/queries.ts'
import type { RefundDecision } from './refunds/make-refund.ts'
import { moveRefund } from './refunds/move-refund.ts'
import { listRequested } from './refunds/queries.ts'

interface Cancellation {
  at: Date
  /** Null: the system. */
  actorUserId: number | null
  reason: CancelReason
  /** Recorded with refunds; by default a rule of the system. */
  refund?: RefundDecision
  /** The amount retained of what was paid, by registration; by default 0. */
  retained?: ReadonlyMap<number, Cents>
  /** The gateway of new payments, which replace those shared with other registrations. */
  provider: string
}

/**
 * Cancels registrations that the caller locked with `lockPaymentsOf`: releases their spots, cancels their
 * open payments, refunds what was paid, and approves requested refunds. Registrations that shared a cancelled
 * payment keep their spots and get a new payment.
 */
export async function cancelRegistrations(
  tx: Tx,
  registrationIds: readonly number[],
  { at, actorUserId, reason, refund, retained, provider }: Cancellation,
): Promise<void> {
  await releaseRegistrations(tx, registrationIds, reason, at, { byPerson: actorUserId !== null })
  for (const [cents, ids] of Map.groupBy(registrationIds, (id) => retained?.get(id) ?? 0))
    await setRetainedAmount(tx, ids, cents)
  const source = actorUserId === null ? 'system' : 'person'
  for (const request of await listRequested(tx, registrationIds))
    await moveRefund(
      tx,
      request,
      'approved',
      { approved_by_user_id: actorUserId, approved_at: at },
      { at, source, actorUserId },
    )
  await balancePayments(tx, { registrationIds, provider, at, actorUserId, ...(refund && { refund }) })
}
