import type { z } from 'zod'
import { checkAnswers, checkTerms, fileFieldOf, type Refuse } from '#contract/checkout/order-rules.ts'
import type { FieldErrors } from '#contract/errors.ts'
import type { ConfirmInput } from '#contract/people/confirmation.ts'
import {
  type Answer,
  answerValue,
  FILE_SENT,
  isAnswered,
  optionsOf,
  type Question,
  type QuestionKind,
  wantsFile,
} from '#contract/registration/questions.ts'
import { isTypingError } from '#contract/registration/typing-error.ts'
import type { Deps } from '#server/deps.ts'
import { attachProof } from '#server/features/my-registrations/right-proof/send-proof.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { identify, openParticipant } from './identify.ts'
import {
  acceptTerms,
  endLinks,
  findUnownedFiles,
  listQuestions,
  listTerms,
  lockRegistration,
  type Participant,
  storeAnswers,
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
  const { id } = await identify(deps, input, ip)
  await transaction(deps.db, async (tx) => {
    await lockRegistration(tx, id)
    // Again under the lock: the link may have been used, or the registration cancelled, meanwhile.
    const participant = await openParticipant(tx, input, at)
    const [terms, questions, files] = await Promise.all([
      listTerms(tx, participant),
      listQuestions(tx, participant),
      findUnownedFiles(tx, pathsIn(input)),
    ])
    if (
      input.terms.some((sent) => terms.some((term) => term.id === sent.id && term.version !== sent.version))
    )
      throw new AppError('state_changed', { message: 'Um termo mudou. Leia-o de novo e confirme.' })
    const accepted = terms.filter((term) => input.terms.some((sent) => sent.id === term.id))
    const answers = answersOf(questions, input)
    refuseProblems(input, { participant, terms, answers, files })
    await storeConfirmation(tx, {
      registrationId: id,
      at,
      ip,
      person: { name: input.name, phone: input.phone, email: input.email },
    })
    await acceptTerms(tx, id, accepted, at)
    await storeAnswers(
      tx,
      id,
      questions.map((question) => question.id),
      answers.flatMap(({ stored }) => stored),
    )
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

const pathsIn = ({ answers, proof }: Input): string[] =>
  [...answers.map(({ file }) => file), proof].filter((path) => typeof path === 'string')

type AskedQuestion = Awaited<ReturnType<typeof listQuestions>>[number]

interface GivenAnswer {
  question: Question
  answer: Answer | undefined
  /** The file was sent now, not with an earlier answer. */
  newFile: string | null
  stored: {
    questionnaire_id: number
    question: string
    accepted: boolean
    value: string | null
    file_path: string | null
  }[]
}

/** A file that was sent before stays part of the answer until another one replaces it. */
function answersOf(questions: readonly AskedQuestion[], { answers }: Input): GivenAnswer[] {
  return questions.map(({ file_path: before, ...row }) => {
    const question: Question = {
      id: row.id,
      kind: row.kind as QuestionKind,
      required: row.required,
      options: optionsOf(row.options),
      asksFile: row.attach_file === 1,
      modalityId: row.modality_id,
    }
    const sent = answers.find(({ questionnaire_id }) => questionnaire_id === row.id)
    const newFile = sent?.file ?? null
    const answer = sent || question.kind === 'file' ? { ...sent, file: newFile ?? before } : undefined
    const value = question.kind === 'file' ? FILE_SENT : answerValue(question, answer)
    return {
      question,
      answer,
      newFile,
      stored: isAnswered(question, answer)
        ? [
            {
              questionnaire_id: row.id,
              question: row.description,
              accepted: answer?.accepted ?? true,
              value,
              file_path: (wantsFile(question, answer) && answer?.file) || null,
            },
          ]
        : [],
    }
  })
}

interface Checked {
  participant: Participant
  terms: Awaited<ReturnType<typeof listTerms>>
  answers: readonly GivenAnswer[]
  files: ReadonlySet<string>
}

function refuseProblems(input: Input, { participant, terms, answers, files }: Checked): void {
  const errors: FieldErrors = {}
  const refuse: Refuse = (_who, field, message) => {
    errors[field] = [...(errors[field] ?? []), message]
  }
  const { name, birth_on: birth_date } = participant
  if (!isTypingError({ name, birth_date }, { name: input.name, birth_date }))
    refuse(
      0,
      'name',
      'Aqui só se corrige a grafia do nome. Se a inscrição é de outra pessoa, fale com quem a fez.',
    )
  checkTerms(terms, (term) => input.terms.some(({ id }) => id === term), refuse)
  checkAnswers(
    answers.map(({ question }) => question),
    (question) => answers.find((one) => one.question.id === question)?.answer,
    refuse,
  )
  const missing = 'Arquivo não encontrado. Envie-o de novo.'
  for (const { question, newFile } of answers)
    if (newFile && !files.has(newFile)) refuse(0, fileFieldOf(question.id), missing)
  if (input.proof && !files.has(input.proof)) refuse(0, 'proof', missing)
  if (Object.keys(errors).length > 0) throw new AppError('validation', { errors })
}
