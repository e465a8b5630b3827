import type { CorrectAnswer } from '#contract/participants/panel.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import {
  answerProblem,
  answerValue,
  isAnswered,
  optionsOf,
  type QuestionKind,
} from '#contract/registration/questions.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
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
 * Applies the question's current rules; only the runner can replace a file. The audit log omits the answer,
 * which is deleted with the account.
 */
export async function correctAnswer(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, registrationId, questionnaireId, answer, ip }: Correction,
): Promise<void> {
  await transaction(deps.db, async (tx) => {
    const registration = await lockReachedRegistration(tx, caller, registrationId)
    if (registration.status === REGISTRATION_STATUS.cancelled)
      throw new AppError('state_changed', { message: 'Uma inscrição cancelada não pode ser editada.' })
    const stored = await findAnswer(tx, registrationId, questionnaireId)
    if (!stored || stored.kind === 'file') throw new AppError('not_found')
    const question = {
      ...stored,
      id: questionnaireId,
      kind: stored.kind as QuestionKind,
      options: optionsOf(stored.options),
      asksFile: false,
      modalityId: null,
    }
    if (!isAnswered(question, answer)) throw invalidField('value', 'O campo é obrigatório')
    const problem = answerProblem(question, answer)
    if (problem) throw invalidField('value', problem)
    const corrected = { accepted: answer.accepted ?? true, value: answerValue(question, answer) }
    if (corrected.accepted === stored.accepted && corrected.value === stored.value) return
    await updateAnswer(tx, registrationId, questionnaireId, corrected)
    await audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: 'registration.answer_corrected',
      entityId: registrationId,
      eventId: registration.event_id,
      after: { Pergunta: stored.question, Motivo: answer.reason },
      ip,
    })
  })
}
