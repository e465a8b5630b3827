import { EVENT_STATUS, eventStatusLabel } from '#contract/event/event-status.ts'
import { type Missing, missingWords } from '#contract/event/sellable.ts'
import type { Deps } from '#server/deps.ts'
import { requireNotSuspended } from '#server/features/organizer/require-not-suspended.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { switchedStatus } from './domain/status.ts'
import { getEvent, lockEvent } from './queries/document.ts'
import { updateStatus } from './queries/events.ts'
import { requireSellers } from './require-sellers.ts'

interface Switch {
  caller: Caller
  eventId: number
  status: number
  ip: string
}

/**
 * Throws 409 for an expired or cancelled event, and when opening one of an organizer that is suspended or
 * whose legal data is incomplete.
 */
export async function changeStatus(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  { caller, eventId, status, ip }: Switch,
): Promise<void> {
  const { organizer_id: organizerId } = await getEvent(deps.db, caller, eventId)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    if (status === EVENT_STATUS.open) await requireNotSuspended(tx, organizerId)
    const event = await lockEvent(tx, caller, eventId)
    if (event.status === status) return
    if (switchedStatus(event.status, status) === null)
      throw new AppError('state_changed', {
        message: `Um evento ${eventStatusLabel(event.status).toLowerCase()} não pode ser aberto nem fechado.`,
      })
    if (status === EVENT_STATUS.open && event.missing.length > 0)
      throw new AppError('state_changed', {
        message: `Para abrir o evento falta ${missingWords(event.missing as Missing[])}.`,
      })
    if (status === EVENT_STATUS.open) await requireSellers(tx, organizerId, deps.config)
    await setStatus(tx, { eventId, from: event.status, to: status }, { caller, at, ip })
  })
}

/** The caller has locked the event. */
export async function setStatus(
  tx: Tx,
  { eventId, from, to, reason }: { eventId: number; from: number; to: number; reason?: string },
  { caller, at, ip }: { caller: Caller; at: Date; ip: string },
): Promise<void> {
  await updateStatus(tx, eventId, to, at)
  await audit(tx, {
    at,
    actorUserId: caller.userId,
    action: 'event.status_changed',
    entityId: eventId,
    before: { Situação: eventStatusLabel(from) },
    after: { Situação: eventStatusLabel(to), ...(reason && { Motivo: reason }) },
    ip,
  })
}
