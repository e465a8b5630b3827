import { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { lockEvent } from '#server/features/event-management/queries/document.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob, defineJob } from '#server/lib/jobs.ts'
import { newDateNamedJob } from './new-date-named.ts'
import { requireOwnEvent } from './policy.ts'
import { findCancellation, findNewDate, listDeciding, updateNewDate } from './queries.ts'

interface Naming {
  caller: Caller
  eventId: number
  newEventId: number
  ip: string
}

/**
 * Names the event on which runners of a cancelled one may use their credit, and notifies those who have not
 * decided. Throws 409 without a valid credit, 422 for an event that cannot be the new date.
 */
export async function nameNewDate(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, newEventId, ip }: Naming,
): Promise<void> {
  await getAccessibleEvent(db, caller, eventId)
  requireOwnEvent(caller)
  const at = clock.now()
  await transaction(db, async (tx) => {
    const event = await lockEvent(tx, caller, eventId)
    const cancellation = await findCancellation(tx, eventId)
    if (!cancellation?.credit_until || dayIn(event.timezone, at) > cancellation.credit_until)
      throw new AppError('state_changed', { message: 'Este evento não tem crédito para uma nova data.' })
    const { title } = await getNewDate(tx, event, { newEventId, at })
    if (cancellation.new_event_id === newEventId) return
    await updateNewDate(tx, eventId, newEventId)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'event.new_date_named',
      entity: 'event',
      entityId: eventId,
      eventId,
      before: { 'Nova data': cancellation.new_title },
      after: { 'Nova data': title },
      ip,
    })
    await addJob(tx, announceNewDateJob, { eventId }, { jobKey: `new-date:${eventId}` })
  })
}

/** Throws 422 when the event cannot be the new date. */
export async function getNewDate(
  db: Db,
  event: Parameters<typeof findNewDate>[1],
  named: { newEventId: number; at: Date },
): Promise<{ title: string }> {
  const found = await findNewDate(db, event, named)
  if (!found)
    throw invalidField('new_event_id', 'Escolha outro evento do mesmo organizador, que ainda vai acontecer.')
  return found
}

/** One transaction, so that a crash enqueues either no e-mail or all of them. */
export const announceNewDateJob = defineJob(
  'announce-new-date',
  z.object({ eventId: z.int() }),
  async ({ db }, { eventId }) => {
    await transaction(db, async (tx) => {
      for (const userId of await listDeciding(tx, eventId))
        await addJob(tx, newDateNamedJob, { eventId, userId }, { jobKey: `new-date:${eventId}:${userId}` })
    })
  },
)
