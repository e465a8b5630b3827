import type { IsoDate } from '../dates.ts'
import { type Relay, teamRuleProblem, teamSizeProblem } from '../event/relay.ts'
import type { TermKind } from '../event/term-kind.ts'
import { eligibilityProblems, type RestrictedChoice, type Runner } from '../pricing/eligibility.ts'
import {
  type Answer,
  answerFieldOf,
  answerProblem,
  isAnswered,
  type Question,
  wantsFile,
} from '../registration/questions.ts'

// The wizard applies these rules to each step, the server to the whole order.

/** `who` is the participant's index, 0 for the buyer; `field` is one of that participant's fields. */
export type Refuse = (who: number, field: string, message: string) => void

/** The buyer's fields have no prefix, the others `participants.<index>.`. */
export const fieldOf = (who: number, field: string): string =>
  who === 0 ? field : `participants.${who - 1}.${field}`

export const fileFieldOf = (question: number | string): string => `questionnaire_files.${question}`

const PROFILE_LABELS = {
  cpf: 'CPF',
  phone: 'telefone',
  birth_date: 'data de nascimento',
  sex: 'sexo',
} as const

/** A sentence naming the missing fields; null when the profile is complete. */
export function profileProblem(
  profile: Readonly<Record<keyof typeof PROFILE_LABELS, unknown>>,
): string | null {
  const missing = Object.entries(PROFILE_LABELS).flatMap(([field, label]) =>
    profile[field as keyof typeof PROFILE_LABELS] === null ? label : [],
  )
  return missing.length > 0
    ? `Complete o seu perfil antes de se inscrever. Falta: ${missing.join(', ')}.`
    : null
}

interface Registered {
  who: number
  /** Digits only. */
  cpf: string
  birth_date: IsoDate
}

/** Checks the participants of an order against each other. The schema `Person` checks each field. */
export function checkPeople(people: readonly Registered[], today: IsoDate, refuse: Refuse): void {
  people.forEach(({ who, cpf, birth_date }, index) => {
    if (people.findIndex((other) => other.cpf === cpf) < index)
      refuse(who, 'cpf', 'Este CPF já está nesta inscrição.')
    if (birth_date > today) refuse(who, 'birth_date', 'Data inválida')
  })
}

/** The items of a participant's choice that exist in the event. */
interface Chosen {
  modality: unknown
  category: unknown
  kit: { sizes: readonly unknown[] } | null | undefined
  size: unknown
}

export function checkCategory(
  who: number,
  { modality, category }: Pick<Chosen, 'modality' | 'category'>,
  refuse: Refuse,
): void {
  if (!modality) refuse(who, 'modality_id', 'Escolha uma modalidade')
  if (!category) refuse(who, 'category_id', 'Escolha uma categoria')
}

export function checkKit(who: number, { kit, size }: Pick<Chosen, 'kit' | 'size'>, refuse: Refuse): void {
  if (!kit) refuse(who, 'product_id', 'Escolha um kit')
  else if (kit.sizes.length > 0 && !size) refuse(who, 'shirt_size_id', 'Escolha um tamanho de camisa')
}

/** The field of each level of a choice that may exclude a runner. */
export const RESTRICTED_FIELDS = {
  modality: 'modality_id',
  category: 'category_id',
  kit: 'product_id',
} as const

/** `day` is the event's `referenceDay`. */
export function checkEligibility(
  who: number,
  choice: RestrictedChoice,
  runner: Runner | null,
  day: IsoDate,
  refuse: Refuse,
): void {
  for (const { level, sentence } of eligibilityProblems(choice, runner, day))
    refuse(who, RESTRICTED_FIELDS[level], sentence)
}

export const teamFieldOf = (category: number): string => `teams.${category}`

/** `sex` is null while it is not known. */
interface TeamMember {
  category: (Relay & { id: number }) | null | undefined
  sex: number | null | undefined
}

/** The participants of an order in a relay category are one team. Returns the categories. */
export function checkTeams(
  members: readonly TeamMember[],
  nameOf: (category: number) => string | null | undefined,
  refuse: Refuse,
): number[] {
  const relays = new Map(
    members.flatMap(({ category }) => (category?.team_size ? [[category.id, category]] : [])),
  )
  for (const [id, { team_size: size, team_rule: rule }] of relays) {
    const team = members.filter(({ category }) => category?.id === id)
    const sexes = team.flatMap(({ sex }) => sex ?? [])
    const problem =
      teamSizeProblem(size ?? team.length, team.length) ??
      (sexes.length === team.length ? teamRuleProblem(rule, sexes) : null) ??
      (nameOf(id)?.trim() ? null : 'Dê um nome à equipe.')
    if (problem) refuse(0, teamFieldOf(id), problem)
  }
  return [...relays.keys()]
}

export function checkAnswers(
  questions: readonly Question[],
  answerTo: (question: number) => Answer | undefined,
  refuse: Refuse,
): void {
  const isMissing = (question: Question) =>
    question.required && question.kind !== 'file' && !isAnswered(question, answerTo(question.id))
  if (questions.some(isMissing)) refuse(0, 'questionnaire_acceptances', 'Responda todas as perguntas')
  for (const question of questions) {
    const answer = answerTo(question.id)
    const problem = answerProblem(question, answer)
    if (problem) refuse(0, answerFieldOf(question.id), problem)
    const needsFile = wantsFile(question, answer) && (question.kind === 'yes_no' || question.required)
    if (needsFile && !answer?.file) refuse(0, fileFieldOf(question.id), 'Anexe o arquivo pedido.')
  }
}

export function checkTerms(
  terms: readonly { id: number; kind: TermKind }[],
  accepted: (term: number) => boolean,
  refuse: Refuse,
): void {
  if (!terms.every(({ id, kind }) => kind === 'consent' || accepted(id)))
    refuse(0, 'participant_term_acceptances', 'Você deve aceitar todos os termos.')
}

/** `chosen` is null or undefined when the event does not accept the method. */
export function checkPayment(
  { totalCents, methods, chosen }: { totalCents: number; methods: readonly unknown[]; chosen: unknown },
  refuse: Refuse,
): void {
  if (totalCents === 0 || (chosen !== null && chosen !== undefined)) return
  refuse(
    0,
    'payment_method_id',
    methods.length > 0
      ? 'Escolha uma forma de pagamento'
      : 'Nenhum método de pagamento disponível para este evento.',
  )
}
