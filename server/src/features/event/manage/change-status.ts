import { eventStatusLabel } from '#contract/payment-status.ts'
import { type Missing, missingWords } from '#contract/sellable.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { requireNotSuspended } from '../../producer/require-not-suspended.ts'
import { OPEN, switchedStatus } from './domain/status.ts'
import { getEvent, lockEvent } from './queries/document.ts'
import { updateStatus } from './queries/events.ts'

interface Switch {
  caller: Caller
  eventId: number
  status: number
  ip: string
}

/**
 * Opens or closes an event; what it is already it stays. Throws 409 for one that is over or called off, and for opening one
 * whose organizer is suspended.
 */
export async function changeStatus(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, status, ip }: Switch,
): Promise<void> {
  const { organizer_id: organizerId } = await getEvent(deps.db, caller, eventId)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    if (status === OPEN) await requireNotSuspended(tx, organizerId)
    const event = await lockEvent(tx, caller, eventId)
    if (event.status === status) return
    if (switchedStatus(event.status, status) === null)
      throw new AppError('state_changed', {
        message: `Um evento ${eventStatusLabel(event.status).toLowerCase()} não pode ser aberto nem fechado.`,
      })
    if (status === OPEN && event.missing.length > 0)
      throw new AppError('state_changed', {
        message: `Para abrir o evento falta ${missingWords(event.missing as Missing[])}.`,
      })
    await setStatus(tx, { eventId, from: event.status, to: status }, { caller, at, ip })
  })
}

/** Sets the status of an event that the caller has locked, with its history. */
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
    entity: 'event',
    entityId: eventId,
    eventId,
    before: { Situação: eventStatusLabel(from) },
    after: { Situação: eventStatusLabel(to), ...(reason && { Motivo: reason }) },
    ip,
  })
}
