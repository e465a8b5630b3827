import type { CorrectAnswer } from '#contract/participants/panel.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import {
  answerProblem,
  answerValue,
  applicableQuestions,
  isAnswered,
  optionsOf,
  type QuestionKind,
} from '#contract/registration/questions.ts'
import type { Deps } from '#server/deps.ts'
import { seesHealthAnswers } from '#server/features/registration/answers/health.ts'
import {
  insertAnswers,
  listAnswers,
  listQuestions,
  lockQuestions,
} from '#server/features/registration/answers/queries.ts'
import { answersIn, choiceOf } from '#server/features/registration/domain/answers.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { lockReachedRegistration } from '../queries.ts'
import { findAnswer, updateAnswer } from './queries.ts'

interface Correction {
  caller: Caller
  registrationId: number
  questionnaireId: number
  answer: CorrectAnswer
  ip: string
}

/**
 * Applies the question's current rules; only the runner can send a file. A first answer needs no reason and
 * returns `added`. The audit log omits the answer, which is deleted with the account.
 */
export async function correctAnswer(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, registrationId, questionnaireId, answer, ip }: Correction,
): Promise<'added' | 'corrected'> {
  return transaction(deps.db, async (tx) => {
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    if (registration.status === REGISTRATION_STATUS.cancelled)
      throw new AppError('state_changed', { message: 'Uma inscrição cancelada não pode ser editada.' })
    const stored = await findAnswer(tx, registrationId, questionnaireId)
    const question = stored
      ? { ...stored, kind: stored.kind as QuestionKind, options: optionsOf(stored.options) }
      : await findUnanswered(tx, registration, questionnaireId)
    const isHidden = question?.sensitive && !seesHealthAnswers(caller)
    if (!question || isHidden || question.kind === 'file') throw new AppError('not_found')
    if (!isAnswered(question, answer)) throw invalidField('value', 'O campo é obrigatório')
    const problem = answerProblem(question, answer)
    if (problem) throw invalidField('value', problem)
    const given = { accepted: answer.accepted ?? true, value: answerValue(question, answer) }
    if (given.accepted === stored?.accepted && given.value === stored.value) return 'corrected'
    if (stored && !answer.reason) throw invalidField('reason', 'Escreva o motivo da correção.')
    if (stored) await updateAnswer(tx, registrationId, questionnaireId, given)
    else
      await insertAnswers(tx, [
        {
          ...given,
          registration_id: registrationId,
          questionnaire_id: questionnaireId,
          question: question.question,
        },
      ])
    await audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: stored ? 'registration.answer_corrected' : 'registration.answer_added',
      entityId: registrationId,
      eventId: registration.event_id,
      after: { Pergunta: question.question, ...(answer.reason && { Motivo: answer.reason }) },
      ip,
    })
    return stored ? 'corrected' : 'added'
  })
}

/** A question of the event that applies to the registration and has no answer. */
async function findUnanswered(
  tx: Tx,
  registration: Awaited<ReturnType<typeof lockReachedRegistration>>,
  questionnaireId: number,
) {
  await lockQuestions(tx, registration.event_id)
  const questions = applicableQuestions(await listQuestions(tx, registration.event_id), {
    choices: [choiceOf(registration)],
    answerTo: answersIn(await listAnswers(tx, registration.id)),
  })
  const question = questions.find(({ id }) => id === questionnaireId)
  return question && { ...question, question: question.description }
}
