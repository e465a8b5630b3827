import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { statusWord } from '../../event/manage/domain/status.ts'
import { updateStatus } from '../../event/manage/queries/events.ts'
import { lockOrganizer } from '../../producer/queries.ts'
import { blockAccounts, lockHouse, lockOpenEvents, unblockAccounts } from './queries.ts'

interface Suspension {
  caller: Caller
  organizerId: number
  suspended: boolean
  ip: string
}

const ACTIVE = 1
const INACTIVE = 0

/**
 * Shuts an organizer and the realizadores out, and closes the registrations of the events that were open: nobody sells for
 * somebody who may not answer for it. The pages of the events stay, and so does what runners already have. Reactivating
 * lets the same people in again; each event is opened again by somebody who looked at it. Twice is as good as once.
 */
export async function suspendOrganizer(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, organizerId, suspended, ip }: Suspension,
): Promise<{ suspendedAt: Date | null; closedEvents: number }> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    // Then events, then people: the order in which registrations lock them.
    await lockOrganizer(tx, organizerId)
    const open = suspended ? await lockOpenEvents(tx, organizerId) : []
    const house = await lockHouse(tx, organizerId)
    const since = house.suspendedAt
    if ((since !== null) === suspended) return { suspendedAt: since, closedEvents: 0 }

    if (since) await unblockAccounts(tx, house.userIds, since, at)
    else await blockAccounts(tx, house.userIds, at)
    for (const eventId of open) await closeEvent(tx, eventId, { caller, at, ip })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: suspended ? 'organizer.suspended' : 'organizer.reactivated',
      entity: 'organizer',
      entityId: organizerId,
      after: suspended ? { closed_events: open } : undefined,
      ip,
    })
    return { suspendedAt: suspended ? at : null, closedEvents: open.length }
  })
}

async function closeEvent(
  tx: Tx,
  eventId: number,
  { caller, at, ip }: { caller: Caller; at: Date; ip: string },
): Promise<void> {
  await updateStatus(tx, eventId, INACTIVE, at)
  await audit(tx, {
    at,
    actorUserId: caller.userId,
    action: 'event.status_changed',
    entity: 'event',
    entityId: eventId,
    eventId,
    before: { Situação: statusWord(ACTIVE) },
    after: { Situação: statusWord(INACTIVE), Motivo: 'Organizador suspenso' },
    ip,
  })
}
