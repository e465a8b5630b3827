import type { Db } from '#server/lib/db.ts'

interface AnswerId {
  registrationId: number
  questionnaireId: number
}

/** Finds the path of an answer's file, and the account and event of its registration. */
export const findAnswerFile = (db: Db, { registrationId, questionnaireId }: AnswerId) =>
  db
    .selectFrom('questionnaire_answers as a')
    .innerJoin('registrations as r', 'r.id', 'a.registration_id')
    .where('a.registration_id', '=', registrationId)
    .where('a.questionnaire_id', '=', questionnaireId)
    .select(['a.file_path as path', 'r.responsible_user_id as userId', 'r.event_id as eventId'])
    .executeTakeFirst()
