import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { setStatus } from '../../event/manage/change-status.ts'
import { CLOSED, OPEN } from '../../event/manage/domain/status.ts'
import { lockOrganizer } from '../../producer/queries.ts'
import { blockAccounts, lockOpenEvents, lockOrganization, unblockAccounts } from './queries.ts'

interface Suspension {
  caller: Caller
  organizerId: number
  suspended: boolean
  /** Given with a suspension. */
  reason: string | undefined
  ip: string
}

/**
 * Suspends an organizer: blocks its accounts and those of its realizadores, and closes registrations of its open
 * events. Event pages and existing registrations stay. Reactivating unblocks the same accounts; events stay closed
 * until somebody opens them. Idempotent.
 */
export async function suspendOrganizer(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, organizerId, suspended, reason, ip }: Suspension,
): Promise<{ suspendedAt: Date | null; closedEvents: number }> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    // Organizer, then events, then accounts: registrations lock them in this order.
    await lockOrganizer(tx, organizerId)
    const open = suspended ? await lockOpenEvents(tx, organizerId) : []
    const organization = await lockOrganization(tx, organizerId)
    const since = organization.suspendedAt
    if ((since !== null) === suspended) return { suspendedAt: since, closedEvents: 0 }

    if (since) await unblockAccounts(tx, organization.userIds, since, at)
    else await blockAccounts(tx, organization.userIds, { at, reason: reason ?? null })
    for (const eventId of open)
      await setStatus(
        tx,
        { eventId, from: OPEN, to: CLOSED, reason: 'Organizador suspenso' },
        { caller, at, ip },
      )
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: suspended ? 'organizer.suspended' : 'organizer.reactivated',
      entity: 'organizer',
      entityId: organizerId,
      after: suspended ? { reason, closed_events: open } : undefined,
      ip,
    })
    return { suspendedAt: suspended ? at : null, closedEvents: open.length }
  })
}
