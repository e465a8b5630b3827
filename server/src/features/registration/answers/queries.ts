import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

interface AnswerId {
  registrationId: number
  questionnaireId: number
}

export const findAnswerFile = (db: Db, { registrationId, questionnaireId }: AnswerId) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .where('a.registration_id', '=', registrationId)
    .where('a.questionnaire_id', '=', questionnaireId)
    .select(['a.file_path as path', 'r.event_id as eventId'])
    // What a participant answered themselves is not shown to the buyer.
    .select(
      sql<number | null>`case when not participant_confirmed(r.id) then r.responsible_user_id end`.as(
        'userId',
      ),
    )
    .executeTakeFirst()

/** Returns the number of deleted answers. */
export async function deleteAnswers(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from questionnaire_answers where ctid in (
      select a.ctid from questionnaire_answers a
      join registrations r on r.id = a.registration_id join events e on e.id = r.event_id
      where e.event_on < ${before.toISOString().slice(0, 10)} limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows)
}

/** Empties the proofs and reasons of claims of rights. Returns the number of claims. */
export async function forgetProofs(db: Db, before: Date, limit: number): Promise<number> {
  const { numAffectedRows } = await sql`
    update right_claims set proof_path = null, review_reason = null where ctid in (
      select c.ctid from right_claims c
      join registrations r on r.id = c.registration_id join events e on e.id = r.event_id
      where e.event_on < ${before.toISOString().slice(0, 10)}
        and (c.proof_path is not null or c.review_reason is not null)
      limit ${limit}
    )`.execute(db)
  return Number(numAffectedRows)
}
