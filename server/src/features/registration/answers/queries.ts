import { type Insertable, sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { type AskedQuestion, askedQuestion } from '#contract/event/question.ts'
import { presentQuestion } from '#server/features/event/domain/question.ts'
import { questionsOf } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { QuestionnaireAnswers } from '#server/lib/db-types.ts'

/** The questions that are asked, in order. `deletedOn`: as in `presentQuestion`. */
export async function listQuestions(
  db: Db,
  eventId: number,
  deletedOn: IsoDate | null = null,
): Promise<(AskedQuestion & { sensitive: boolean })[]> {
  const { questionnaires } = await db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select((eb) => questionsOf(eb.ref('e.id')))
    .executeTakeFirstOrThrow()
  return questionnaires.map((question) => ({
    ...askedQuestion(presentQuestion(question, deletedOn)),
    sensitive: question.sensitive,
  }))
}

/** Keeps the questions of an event from being deleted while an answer to one is stored. */
export async function lockQuestions(tx: Tx, eventId: number): Promise<void> {
  await tx
    .selectFrom('questionnaires')
    .where('event_id', '=', eventId)
    .orderBy('id')
    .select('id')
    .forKeyShare()
    .execute()
}

export const listAnswers = (db: Db, registrationId: number) =>
  db
    .selectFrom('questionnaire_answers')
    .where('registration_id', '=', registrationId)
    .orderBy('questionnaire_id')
    .select(['questionnaire_id', 'question', 'accepted', 'value', 'file_path'])
    .execute()

/** The files are kept for the daily job, which deletes those that nothing refers to. */
export async function deleteAnswersTo(
  tx: Tx,
  registrationId: number,
  questions: readonly number[],
): Promise<void> {
  await tx
    .deleteFrom('questionnaire_answers')
    .where('registration_id', '=', registrationId)
    .where('questionnaire_id', '=', sql<number>`any (${questions}::bigint[])`)
    .execute()
}

export async function insertAnswers(tx: Tx, answers: Insertable<QuestionnaireAnswers>[]): Promise<void> {
  if (answers.length > 0) await tx.insertInto('questionnaire_answers').values(answers).execute()
}

interface AnswerId {
  registrationId: number
  questionnaireId: number
}

export const findAnswerFile = (db: Db, { registrationId, questionnaireId }: AnswerId) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .innerJoin('questionnaires as q', 'q.id', 'a.questionnaire_id')
    .where('a.registration_id', '=', registrationId)
    .where('a.questionnaire_id', '=', questionnaireId)
    .select(['a.file_path as path', 'r.event_id as eventId', 'q.sensitive'])
    // What a participant answered themselves is not shown to the buyer.
    .select(
      sql<number | null>`case when not participant_confirmed(r.id) then r.responsible_user_id end`.as(
        'userId',
      ),
    )
    .executeTakeFirst()

/** Returns the number of deleted answers. */
export async function deleteAnswers(
  db: Db,
  before: Date,
  { limit, onlyHealth }: { limit: number; onlyHealth: boolean },
): Promise<number> {
  const { numAffectedRows } = await sql`
    delete from questionnaire_answers where ctid in (
      select a.ctid from questionnaire_answers a
      join questionnaires q on q.id = a.questionnaire_id join events e on e.id = q.event_id
      where e.event_on < ${before.toISOString().slice(0, 10)} ${onlyHealth ? sql`and q.sensitive` : sql``}
      limit ${limit}
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

/** The audit log's action for a look at answers about health. */
export const HEALTH_READ = 'registration.health_read'

export async function hasReadHealth(
  db: Db,
  { actorUserId, registrationId, since }: { actorUserId: number; registrationId: number; since: Date },
): Promise<boolean> {
  const found = await db
    .selectFrom('audit_log')
    .where('entity', '=', 'registration')
    .where('entity_id', '=', registrationId)
    .where('action', '=', HEALTH_READ)
    .where('actor_user_id', '=', actorUserId)
    .where('at', '>=', since)
    .select('id')
    .limit(1)
    .executeTakeFirst()
  return found !== undefined
}

/** Forgets what runners gave for transfers that they did not pay in time. */
export async function forgetGiven(db: Db, before: Date): Promise<void> {
  await db
    .updateTable('transfers')
    .set({ given: null })
    .where('state', '=', 'ended')
    .where('given', 'is not', null)
    .where('ended_at', '<', before)
    .execute()
}
