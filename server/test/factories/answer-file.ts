import { randomUUID } from 'node:crypto'
import type { Deps } from '#server/deps.ts'
import { at, type TestEvent } from './event.ts'

interface Answered {
  registrationId: number
  event: TestEvent
}

/**
 * Attaches a file to a registration's answer to the first question, unless it has one. Returns the question's
 * id.
 */
export async function answerWithFile(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  { registrationId, event }: Answered,
): Promise<number> {
  const { id, description } = at(event.questionnaires, 0)
  const path = `answers/${randomUUID()}.pdf`
  await files.write(path, '%PDF-1.7')
  await db
    .insertInto('uploads')
    .values({
      path,
      purpose: 'answer',
      media_type: 'application/pdf',
      bytes: 8,
      created_at: new Date(),
    })
    .execute()
  await db
    .insertInto('questionnaire_answers')
    .values({
      registration_id: registrationId,
      questionnaire_id: id,
      question: description,
      accepted: true,
      file_path: path,
    })
    .onConflict((conflict) =>
      conflict
        .columns(['registration_id', 'questionnaire_id'])
        .doUpdateSet({ accepted: true, file_path: path }),
    )
    .execute()
  return id
}
