import { toBrazilianDate } from '#contract/dates.ts'
import type { Confirmation, Identification } from '#contract/people/confirmation.ts'
import type { Deps } from '#server/deps.ts'
import { healthDeletionDay } from '#server/features/event/domain/question.ts'
import { listAnswers, listQuestions } from '#server/features/registration/answers/queries.ts'
import { identify, openParticipant } from './identify.ts'
import { findAwaitedProof, listTerms } from './queries.ts'

/** Throws as `identify`. */
export async function readConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  identification: Identification,
  ip: string,
): Promise<Confirmation> {
  const participant = await identify(deps, identification, ip, openParticipant)
  const [terms, questions, answers, proof] = await Promise.all([
    listTerms(deps.db, participant),
    listQuestions(
      deps.db,
      participant.event_id,
      healthDeletionDay(participant.event_on, deps.config.retention),
    ),
    listAnswers(deps.db, participant.id),
    findAwaitedProof(deps.db, participant.id),
  ])
  const [buyer = ''] = participant.buyer_name.split(' ')
  return {
    event: {
      title: participant.title,
      slug: participant.slug,
      date_event: toBrazilianDate(participant.event_on),
      start_time: participant.start_time.slice(0, 5),
      city: participant.city,
      state: participant.state_code,
    },
    buyer,
    person: { name: participant.name, phone: participant.phone, email: participant.email },
    choice: {
      modality: participant.modality_name,
      category: participant.category_name,
      kit: participant.kit_name,
      shirt_size: participant.size_name,
      modality_id: participant.modality_id,
      category_id: participant.category_id,
      product_id: participant.kit_id,
    },
    terms,
    questions: questions
      .filter((question) => question.asked !== 'pickup')
      .map(({ id, sensitive: _, ...question }) => {
        const stored = answers.find(({ questionnaire_id }) => questionnaire_id === id)
        return {
          id,
          ...question,
          answer: stored
            ? { accepted: stored.accepted, value: stored.value, has_file: stored.file_path !== null }
            : null,
        }
      }),
    proof: proof?.proof
      ? {
          right: proof.name,
          document: proof.proof,
          due_on: proof.proof_due_on && toBrazilianDate(proof.proof_due_on),
        }
      : null,
    confirmed_at: participant.confirmed_at?.toISOString() ?? null,
    has_account: participant.has_account,
  }
}
