import type { Tx } from '#server/lib/db.ts'
import { keepPaid } from '../settlement/queries.ts'
import { settleRegistrations } from '../settlement/settle-registrations.ts'
import { closeChoice, findChoice } from './queries.ts'

interface Refund {
  at: Date
  /** Who wants it back; null: nobody chose in time, or a rule of the system. */
  by: number | null
  provider: string
}

/**
 * Refunds what was kept of a cancelled registration until its runner chose; false when they have chosen. The caller has locked it by
 * `lockPaymentsOf`.
 */
export async function refundHeldMoney(
  tx: Tx,
  registrationId: number,
  { at, by, provider }: Refund,
): Promise<boolean> {
  const waiting = await findChoice(tx, registrationId)
  if (!waiting || waiting.choice !== null) return false
  await closeChoice(tx, registrationId, { choice: 'refund', at, by })
  await keepPaid(tx, [registrationId], 0)
  await settleRegistrations(tx, {
    registrationIds: [registrationId],
    provider,
    at,
    actorUserId: by,
    refund: { reason: waiting.kind, askedBy: by, approvedBy: null },
  })
  return true
}
