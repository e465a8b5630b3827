import type { z } from 'zod'
import { checkTerms, type Refuse } from '#contract/checkout/order-rules.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { ConfirmInput } from '#contract/people/confirmation.ts'
import { isTypingError } from '#contract/registration/typing-error.ts'
import type { Deps } from '#server/deps.ts'
import { attachProof } from '#server/features/my-registrations/right-proof/send-proof.ts'
import { LOST_FILE, planAnswers } from '#server/features/registration/answers/replace-answers.ts'
import { registeredPerson } from '#server/features/registration/domain/registered-person.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { identify, openParticipant } from './identify.ts'
import {
  acceptTerms,
  endLinks,
  findUnownedFiles,
  listTerms,
  lockRegistration,
  type Participant,
  storeConfirmation,
} from './queries.ts'

type Input = z.output<typeof ConfirmInput>

/**
 * The participant's own data, terms, consents and answers replace those that the buyer gave. Ends the
 * registration's links. Throws as `identify`, 409 when a term was changed meanwhile, and 422 by field.
 */
export async function confirmParticipation(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  input: Input,
  ip: string,
): Promise<void> {
  const at = deps.clock.now()
  const { id } = await identify(deps, input, ip, openParticipant)
  await transaction(deps.db, async (tx) => {
    await lockRegistration(tx, id)
    // Again under the lock: the link may have been used, or the registration cancelled, meanwhile.
    const participant = await openParticipant(tx, input, at)
    const terms = await listTerms(tx, participant)
    const proofs = await findUnownedFiles(tx, input.proof ? [input.proof] : [])
    if (
      input.terms.some((sent) => terms.some((term) => term.id === sent.id && term.version !== sent.version))
    )
      throw new AppError('state_changed', { message: 'Um termo mudou. Leia-o de novo e confirme.' })
    const accepted = terms.filter((term) => input.terms.some((sent) => sent.id === term.id))
    const errors: FieldErrors = {}
    const refuse: Refuse = (_who, field, message) => {
      errors[field] = [...(errors[field] ?? []), message]
    }
    refuseProblems(
      input,
      { participant, terms, isProofLost: Boolean(input.proof && !proofs.has(input.proof)) },
      refuse,
    )
    const storeAnswers = await planAnswers(tx, {
      registration: participant,
      answers: input.answers,
      asked: ['order', 'later'],
      findFiles: (paths) => findUnownedFiles(tx, paths),
      refuse,
    })
    if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
    await storeConfirmation(tx, {
      registrationId: id,
      at,
      ip,
      person: { name: input.name, phone: input.phone, email: input.email },
    })
    await acceptTerms(tx, id, accepted, at)
    await storeAnswers()
    if (input.proof)
      await attachProof(tx, { userId: participant.responsible_user_id, registrationId: id }, input.proof, at)
    await endLinks(tx, id, at)
    await audit(tx, {
      at,
      actorUserId: null,
      action: 'registration.participant_confirmed',
      entity: 'registration',
      entityId: id,
      eventId: participant.event_id,
      after: { Termos: accepted.map(({ name, version }) => `${name} (versão ${version})`).join(', ') },
      ip,
    })
  })
}

interface Checked {
  participant: Participant
  terms: Awaited<ReturnType<typeof listTerms>>
  isProofLost: boolean
}

function refuseProblems(input: Input, { participant, terms, isProofLost }: Checked, refuse: Refuse): void {
  const { birth_on: birth_date } = participant
  if (!isTypingError(registeredPerson(participant), { name: input.name, birth_date }))
    refuse(
      0,
      'name',
      'Aqui só se corrige a grafia do nome. Se a inscrição é de outra pessoa, fale com quem a fez.',
    )
  checkTerms(terms, (term) => input.terms.some(({ id }) => id === term), refuse)
  if (isProofLost) refuse(0, 'proof', LOST_FILE)
}
