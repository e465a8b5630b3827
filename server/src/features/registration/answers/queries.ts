import type { Db } from '#server/lib/db.ts'

interface AnswerId {
  registrationId: number
  questionnaireId: number
}

/** Where the file of an answer is, and whose registration it belongs to. */
export const findAnswerFile = (db: Db, { registrationId, questionnaireId }: AnswerId) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .where('a.registration_id', '=', registrationId)
    .where('a.questionnaire_id', '=', questionnaireId)
    .select(['a.file_path as path', 'r.responsible_user_id as userId', 'r.event_id as eventId'])
    .executeTakeFirst()
