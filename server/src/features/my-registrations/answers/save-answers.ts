import { checkAnswers, fileFieldOf, type Refuse } from '#contract/checkout/order-rules.ts'
import type { FieldErrors } from '#contract/errors.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { GivenAnswer } from '#contract/registration/given-answer.ts'
import { type Answer, applicableQuestions } from '#contract/registration/questions.ts'
import type { Deps } from '#server/deps.ts'
import { findSentFiles } from '#server/features/checkout/queries/orders.ts'
import {
  insertAnswers,
  listAnswers,
  listQuestions,
  lockQuestions,
} from '#server/features/registration/answers/queries.ts'
import { answersIn, choiceOf, storedAnswer } from '#server/features/registration/domain/answers.ts'
import { hasStarted } from '#server/features/registration/domain/refund-terms-of.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { deleteAnswersTo, lockOwnRegistration } from './queries.ts'

interface Input {
  userId: number
  registrationId: number
  answers: readonly GivenAnswer[]
  ip: string
}

const LOST_FILE = 'Arquivo não encontrado. Envie-o de novo.'

/**
 * Replaces the answers to the questions that are asked after the registration. An answer without the field `file`
 * keeps the file that was sent before. Throws 404, 409 and 422.
 */
export async function saveAnswers(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, registrationId, answers, ip }: Input,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    const registration = await lockOwnRegistration(tx, { userId, registrationId })
    if (!registration) throw new AppError('not_found')
    const problem = answersProblem(registration, at)
    if (problem) throw new AppError('state_changed', { message: problem })
    if (registration.participant_confirmed)
      throw new AppError('state_changed', {
        message: 'Quem vai correr já confirmou a inscrição e responde pelo próprio link.',
      })
    await lockQuestions(tx, registration.event_id)
    const questions = await listQuestions(tx, registration.event_id)
    const stored = answersIn(await listAnswers(tx, registrationId))
    const later = questions.filter(({ asked }) => asked === 'later').map(({ id }) => id)
    const answerTo = (question: number): Answer | undefined => {
      if (!later.includes(question)) return stored(question)
      const given = answers.find(({ questionnaire_id: id }) => id === question)
      return given?.file === undefined ? given && { ...given, file: stored(question)?.file } : given
    }
    const asked = applicableQuestions(questions, {
      choices: [choiceOf(registration)],
      answerTo,
      asked: 'later',
    })

    const errors: FieldErrors = {}
    const refuse: Refuse = (_, field, message) => {
      errors[field] = [message]
    }
    checkAnswers(asked, answerTo, refuse)
    const rows = asked.flatMap((question) => {
      const answer = storedAnswer(question, answerTo(question.id))
      return answer ? [{ ...answer, id: question.id, question: question.description }] : []
    })
    const isNew = (id: number, path: string | null) => path !== null && path !== stored(id)?.file
    const newPaths = rows.flatMap(({ id, filePath }) => (filePath && isNew(id, filePath) ? [filePath] : []))
    const sent = await findSentFiles(tx, userId, newPaths)
    for (const { id, filePath } of rows)
      if (filePath && isNew(id, filePath) && !sent.has(filePath)) refuse(0, fileFieldOf(id), LOST_FILE)
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })

    await deleteAnswersTo(tx, registrationId, later)
    await insertAnswers(
      tx,
      rows.map(({ id, question, accepted, value, filePath }) => ({
        registration_id: registrationId,
        questionnaire_id: id,
        question,
        accepted,
        value,
        file_path: filePath,
      })),
    )
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.answers_given',
      entityId: registrationId,
      eventId: registration.event_id,
      ip,
    })
  }).catch((reason) => {
    // The daily job deleted a file that was sent long ago.
    if (isForeignKeyViolation(reason, 'questionnaire_answers_file_path_fkey'))
      throw new AppError('state_changed', { message: LOST_FILE })
    throw reason
  })
}

/** Why a registration's questions can no longer be answered; null when they can. */
export function answersProblem(
  registration: { status: number } & Parameters<typeof hasStarted>[0],
  now: Date,
): string | null {
  if (registration.status === REGISTRATION_STATUS.cancelled) return 'Esta inscrição foi cancelada.'
  return hasStarted(registration, now)
    ? 'A prova já começou. Para mudar uma resposta, fale com a organização.'
    : null
}
