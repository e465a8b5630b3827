import { toBrazilianDate } from '#contract/dates.ts'
import type { Confirmation, Identification } from '#contract/people/confirmation.ts'
import { optionsOf, type QuestionKind } from '#contract/registration/questions.ts'
import type { Deps } from '#server/deps.ts'
import { identify } from './identify.ts'
import { findAwaitedProof, listQuestions, listTerms } from './queries.ts'

/** Throws as `identify`. */
export async function readConfirmation(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  identification: Identification,
  ip: string,
): Promise<Confirmation> {
  const participant = await identify(deps, identification, ip)
  const [terms, questions, proof] = await Promise.all([
    listTerms(deps.db, participant),
    listQuestions(deps.db, participant),
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
    },
    terms,
    questions: questions.map(({ accepted, value, file_path, options, kind, attach_file, ...question }) => ({
      ...question,
      kind: kind as QuestionKind,
      options: optionsOf(options),
      attach_file: attach_file === 1,
      answer: accepted === null ? null : { accepted, value, has_file: file_path !== null },
    })),
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
