import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Deps } from '#server/deps.ts'
import { setStatus } from '#server/features/event-management/change-status.ts'
import { lockOrganizer } from '#server/features/organizer/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { blockAccounts, lockOpenEvents, lockOrganization, unblockAccounts } from './queries.ts'

interface Suspension {
  caller: Caller
  organizerId: number
  suspended: boolean
  reason: string | undefined
  ip: string
}

/** Pages and registrations stay; reactivated organizers open their events themselves. Idempotent. */
export async function suspendOrganizer(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, organizerId, suspended, reason, ip }: Suspension,
): Promise<{ suspendedAt: Date | null; closedEvents: number }> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    // Lock order: organizer, events, accounts, as registrations do.
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
        { eventId, from: EVENT_STATUS.open, to: EVENT_STATUS.closed, reason: 'Organizador suspenso' },
        { caller, at, ip },
      )
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: suspended ? 'organizer.suspended' : 'organizer.reactivated',
      entityId: organizerId,
      after: suspended ? { reason, closed_events: open } : undefined,
      ip,
    })
    return { suspendedAt: suspended ? at : null, closedEvents: open.length }
  })
}
