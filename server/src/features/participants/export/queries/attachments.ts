import { sql } from 'kysely'
import type { ParticipantFilter } from '#contract/participants/filter.ts'
import type { Db } from '#server/lib/db.ts'
import { matchingRegistrations } from '../../list/queries/filter.ts'

export interface Attachment {
  registration_id: number
  questionnaire_id: number
  name: string
  path: string
  sensitive: boolean
}

/** `health`: also answers about health. */
export const listAttachments = (
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { health }: { health: boolean },
) =>
  sql<Attachment>`
    select a.registration_id, a.questionnaire_id, r.name, a.file_path as path, q.sensitive
    from ${matchingRegistrations(eventId, filter)} join questionnaire_answers a using (registration_id)
    join registrations r on r.id = a.registration_id
    join questionnaires q on q.id = a.questionnaire_id
    where a.file_path is not null and (${health} or not q.sensitive)
    order by a.registration_id, a.questionnaire_id`.execute(db)
