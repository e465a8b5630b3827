import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import { copyDraft } from './domain/copy-draft.ts'
import { CLOSED } from './domain/status.ts'
import { addNewEvent } from './new-event.ts'
import { mayDuplicate } from './policy.ts'
import { getDocument, getEvent, lockEvent } from './queries/document.ts'

interface Duplication {
  caller: Caller
  eventId: number
  /** The day of the next edition. */
  eventOn: IsoDate
  /** Idempotency key: the same key, event and day answer the first copy again. */
  key: string | null
  ip: string
}

/** Creates the next edition of an event, closed, for its organizer to look over; answers its id. */
export async function duplicateEvent(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, eventOn, key, ip }: Duplication,
): Promise<number> {
  const { organizer_id, enterprise_id } = await getEvent(deps.db, caller, eventId)
  if (!mayDuplicate(caller)) throw new AppError('forbidden')
  return addNewEvent(deps, {
    caller,
    attempt: { userId: caller.userId, key, request: { eventId, eventOn } },
    ip,
    organizer: { id: organizer_id, enterprise_id },
    action: 'event.duplicated',
    prepare: async (tx) => {
      const source = await lockEvent(tx, caller, eventId)
      const { city_id, timezone, title } = source
      return {
        draft: copyDraft(await getDocument(tx, source), eventOn),
        columns: { city_id, timezone, status: CLOSED },
        pathOf: (path) => path,
        history: { Título: title, 'Data do evento': toBrazilianDate(eventOn) },
      }
    },
  })
}
