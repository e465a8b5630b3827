import type { Deps } from '#server/deps.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { endChanges, findOpenChange } from '#server/features/registration/changes/queries.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { getChangeable } from './queries.ts'

/** Releases the stock of a change that is not paid, and cancels its payment. Without one it does nothing. */
export async function withdrawChange(
  { db, clock, gateway }: Pick<Deps, 'db' | 'clock' | 'gateway'>,
  { registrationId, userId, ip }: { registrationId: number; userId: number; ip: string },
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    await lockPaymentsOf(tx, [registrationId])
    const { event_id: eventId } = await getChangeable(tx, { registrationId, userId })
    if (!(await findOpenChange(tx, registrationId))) return
    await endChanges(tx, [registrationId], 'withdrawn', at)
    await balancePayments(tx, {
      registrationIds: [registrationId],
      provider: gateway.provider,
      at,
      actorUserId: userId,
    })
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.change_withdrawn',
      entityId: registrationId,
      eventId,
      ip,
    })
  })
}
