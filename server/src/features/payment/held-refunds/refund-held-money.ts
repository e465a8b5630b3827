import type { Tx } from '#server/lib/db.ts'
import { balancePayments } from '../balancing/balance-payments.ts'
import { setRetainedAmount } from '../balancing/queries.ts'
import { closeChoice, findChoice } from './queries.ts'

interface Refund {
  at: Date
  /** Null: nobody chose in time, or a rule of the system. */
  by: number | null
  provider: string
  /** Why the organizer's fee goes back too; absent: it stays. */
  whole?: 'withdrawal' | 'event_cancelled' | null
}

/**
 * Refunds the amount held for the runner's choice; false if they have chosen already. The caller has locked
 * the registration with `lockPaymentsOf`.
 */
export async function refundHeldMoney(
  tx: Tx,
  registrationId: number,
  { at, by, provider, whole = null }: Refund,
): Promise<boolean> {
  const waiting = await findChoice(tx, registrationId)
  if (!waiting || waiting.choice !== null) return false
  await closeChoice(tx, registrationId, { choice: 'refund', at, by })
  await setRetainedAmount(tx, [registrationId], whole ? 0 : waiting.fee_cents)
  await balancePayments(tx, {
    registrationIds: [registrationId],
    provider,
    at,
    actorUserId: by,
    refund: { reason: whole ?? waiting.kind, askedBy: by, approvedBy: null },
  })
  return true
}
