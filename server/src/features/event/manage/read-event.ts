import type { OrganizerEvent } from '#contract/organizer-event.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { findEffectiveFees } from '../../fees/queries.ts'
import { presentDocument } from './domain/present-document.ts'
import { getDocument, getEvent, listUsed } from './queries/document.ts'
import { getRelatedData } from './queries/events.ts'

/** An event with everything in it, as its organizer sees it. Throws 404 for what the caller does not act on. */
export async function readEvent(db: Db, caller: Caller, id: number): Promise<OrganizerEvent> {
  const document = await getDocument(db, await getEvent(db, caller, id))
  const used = await listUsed(db, ({ name }) => document[name].map((row) => row.id))
  const { organizer_id: organizerId, enterprise_id: enterpriseId } = document.event
  const fees = await findEffectiveFees(db, { organizerId, enterpriseId })
  return presentDocument(document, { ...(await getRelatedData(db, id)), used, fees })
}
