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

/** Stores a proof of a claimed right, as the runner sends it. */
export async function proofOf(
  { db, files }: Pick<Deps, 'db' | 'files'>,
  registrationId: number,
  ruleId: number,
): Promise<string> {
  const path = `answers/${randomUUID()}.pdf`
  await files.write(path, '%PDF-1.7')
  const now = new Date()
  await db
    .insertInto('uploads')
    .values({ path, purpose: 'answer', media_type: 'application/pdf', bytes: 8, created_at: now })
    .execute()
  await db
    .updateTable('right_claims')
    .set({ status: 'in_review', proof_path: path, proof_sent_at: now })
    .where('registration_id', '=', registrationId)
    .where('right_rule_id', '=', ruleId)
    .execute()
  return path
}
