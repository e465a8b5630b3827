import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'
import { copyDraft } from './domain/copy-draft.ts'
import { addNewEvent } from './new-event.ts'
import { mayDuplicate } from './policy.ts'
import { getDocument, getEvent, lockEvent } from './queries/document.ts'

interface Duplication {
  caller: Caller
  eventId: number
  /** The day of the next edition. */
  eventOn: IsoDate
  /** Idempotency key: the same key, event and day return the first copy again. */
  key: string | null
  ip: string
}

/** The copy is closed, so that its organizer can review it. */
export async function duplicateEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
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
        columns: { city_id, timezone, status: EVENT_STATUS.closed },
        pathOf: (path) => path,
        history: { Título: title, 'Data do evento': toBrazilianDate(eventOn) },
      }
    },
  })
}
