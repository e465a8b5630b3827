import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { allocateIds } from '#server/lib/bulk.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { requireStanding } from '../../producer/require-standing.ts'
import { addNewEvent, newEvent, retryTakenSlug } from './add-new-event.ts'
import { claimKey } from './create-once.ts'
import { getDocument, getEvent, lockEvent } from './document/queries.ts'
import { copyDocument } from './domain/copy-document.ts'
import { freshIds, idsForCopy } from './domain/new-ids.ts'
import { mayDuplicate } from './policy.ts'

interface Duplication {
  caller: Caller
  eventId: number
  /** The day of the next edition. */
  eventOn: IsoDate
  /** Idempotency key: the same key, event and day answer the first copy again. */
  key: string | null
  ip: string
}

/** Makes the next edition of an event, closed, for its organizer to look over; answers its id. */
export async function duplicateEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, eventOn, key, ip }: Duplication,
): Promise<number> {
  const { organizer_id: organizerId } = await getEvent(deps.db, caller, eventId)
  if (!mayDuplicate(caller)) throw new AppError('forbidden')
  const at = deps.clock.now()
  const attempt = { userId: caller.userId, key, request: { eventId, eventOn } }
  return retryTakenSlug(() =>
    transaction(deps.db, async (tx) => {
      await requireStanding(tx, organizerId)
      const source = await lockEvent(tx, caller, eventId)
      const { organizer_id: id, enterprise_id, title } = source
      const original = await getDocument(tx, source)
      const own = await newEvent(tx, { organizer: { id, enterprise_id }, title, at })
      const other = await claimKey(tx, attempt, { eventId: own.id, at })
      if (other !== null) return other
      const fresh = freshIds(await allocateIds(tx, idsForCopy(original)))
      const document = copyDocument(original, { id: own.id, slug: own.slug, eventOn, at }, fresh)
      await addNewEvent(tx, { document, caller, at })
      await audit(tx, {
        at,
        actorUserId: caller.userId,
        action: 'event.duplicated',
        entity: 'event',
        entityId: own.id,
        eventId: own.id,
        after: { Título: title, 'Data do evento': toBrazilianDate(eventOn) },
        ip,
      })
      return own.id
    }),
  )
}
