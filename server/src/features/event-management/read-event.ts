import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { findEffectiveFees } from '#server/features/fees/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { presentDocument } from './domain/present-document.ts'
import { getDocument, getEvent, listUsed } from './queries/document.ts'
import { getRelatedData } from './queries/events.ts'

export async function readEvent(db: Db, caller: Caller, id: number): Promise<OrganizerEvent> {
  const document = await getDocument(db, await getEvent(db, caller, id))
  const used = await listUsed(db, ({ name }) => document[name].map((row) => row.id))
  const { organizer_id: organizerId, enterprise_id: enterpriseId } = document.event
  const fees = await findEffectiveFees(db, { organizerId, enterpriseId })
  return presentDocument(document, { ...(await getRelatedData(db, id)), used, fees })
}
