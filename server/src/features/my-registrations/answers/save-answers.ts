import type { FieldErrors } from '#contract/errors.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { GivenAnswer } from '#contract/registration/given-answer.ts'
import type { Deps } from '#server/deps.ts'
import { findSentFiles } from '#server/features/checkout/queries/orders.ts'
import { planAnswers } from '#server/features/registration/answers/replace-answers.ts'
import { hasStarted } from '#server/features/registration/domain/refund-terms-of.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hasParticipantConfirmed, lockOwnRegistration } from './queries.ts'

interface Input {
  userId: number
  registrationId: number
  answers: readonly GivenAnswer[]
  ip: string
}

/** Replaces the answers to the questions that are asked after the registration. Throws 404, 409 and 422. */
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
    if (await hasParticipantConfirmed(tx, registrationId))
      throw new AppError('state_changed', {
        message: 'Quem vai correr já confirmou a inscrição e responde pelo próprio link.',
      })
    const errors: FieldErrors = {}
    const store = await planAnswers(tx, {
      registration,
      answers,
      asked: ['later'],
      findFiles: (paths) => findSentFiles(tx, userId, paths),
      refuse: (_, field, message) => {
        errors[field] = [message]
      },
    })
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
    await store()
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.answers_given',
      entityId: registrationId,
      eventId: registration.event_id,
      ip,
    })
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
