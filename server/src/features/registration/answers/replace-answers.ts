import { checkAnswers, fileFieldOf, type Refuse } from '#contract/checkout/order-rules.ts'
import type { GivenAnswer } from '#contract/registration/given-answer.ts'
import { type Answer, type Asked, applicableQuestions } from '#contract/registration/questions.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { answersIn, choiceOf, storedAnswer } from '../domain/answers.ts'
import { deleteAnswersTo, insertAnswers, listAnswers, listQuestions, lockQuestions } from './queries.ts'

export const LOST_FILE = 'Arquivo não encontrado. Envie-o de novo.'

interface Replacement {
  registration: { id: number; event_id: number } & Parameters<typeof choiceOf>[0]
  answers: readonly GivenAnswer[]
  /** When the questions are asked whose answers are replaced. */
  asked: readonly Asked[]
  /** Returns which of the given files the caller may use. */
  findFiles: (paths: readonly string[]) => Promise<ReadonlySet<string>>
  refuse: Refuse
}

/**
 * Checks the answers to the questions of a registration, which the caller has locked. An answer without the field
 * `file` keeps the file that was sent before. Returns the function that stores them, to be called unless something
 * was refused; it throws 409 when a file was deleted meanwhile.
 */
export async function planAnswers(
  tx: Tx,
  { registration, answers, asked, findFiles, refuse }: Replacement,
): Promise<() => Promise<void>> {
  await lockQuestions(tx, registration.event_id)
  const questions = await listQuestions(tx, registration.event_id)
  const stored = answersIn(await listAnswers(tx, registration.id))
  const replaced = questions.filter((question) => asked.includes(question.asked)).map(({ id }) => id)
  const answerTo = (question: number): Answer | undefined => {
    if (!replaced.includes(question)) return stored(question)
    const given = answers.find(({ questionnaire_id: id }) => id === question)
    return given?.file === undefined ? given && { ...given, file: stored(question)?.file } : given
  }
  const applicable = applicableQuestions(questions, { choices: [choiceOf(registration)], answerTo }).filter(
    ({ id }) => replaced.includes(id),
  )
  checkAnswers(applicable, answerTo, refuse)
  const rows = applicable.flatMap((question) => {
    const answer = storedAnswer(question, answerTo(question.id))
    return answer ? [{ ...answer, id: question.id, question: question.description }] : []
  })
  const sent = rows.filter(({ id, filePath }) => filePath && filePath !== stored(id)?.file)
  const files = await findFiles(sent.flatMap(({ filePath }) => filePath ?? []))
  for (const { id, filePath } of sent) if (!files.has(filePath ?? '')) refuse(0, fileFieldOf(id), LOST_FILE)

  return async () => {
    await deleteAnswersTo(tx, registration.id, replaced)
    await insertAnswers(
      tx,
      rows.map(({ id, question, accepted, value, filePath }) => ({
        registration_id: registration.id,
        questionnaire_id: id,
        question,
        accepted,
        value,
        file_path: filePath,
      })),
    ).catch((reason) => {
      // The daily job deleted a file that was sent long ago.
      if (isForeignKeyViolation(reason, 'questionnaire_answers_file_path_fkey'))
        throw new AppError('state_changed', { message: LOST_FILE })
      throw reason
    })
  }
}
