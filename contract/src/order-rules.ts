import type { IsoDate } from './dates.ts'

/*
 * What can be wrong with an order, asked by the wizard of each step and by the server of the whole. What is left of anything, and
 * what is offered at all, is asked elsewhere.
 */

/** `who` counts from 0, the buyer; `field` is one of theirs. */
export type Refuse = (who: number, field: string, message: string) => void

/** The API's name of a participant's field: the buyer's stand alone, the others' are numbered. */
export const fieldOf = (who: number, field: string): string =>
  who === 0 ? field : `participants.${who - 1}.${field}`

/** The API's name of the file sent for a question. */
export const fileFieldOf = (question: number | string): string => `questionnaire_files.${question}`

const PROFILE_WORDS = {
  cpf: 'CPF',
  phone: 'telefone',
  birth_date: 'data de nascimento',
  sex: 'sexo',
} as const

/** Why the buyer's profile cannot be registered yet, as a sentence; null when it can. */
export function profileProblem(
  profile: Readonly<Record<keyof typeof PROFILE_WORDS, unknown>>,
): string | null {
  const missing = Object.entries(PROFILE_WORDS).flatMap(([field, words]) =>
    profile[field as keyof typeof PROFILE_WORDS] === null ? words : [],
  )
  return missing.length > 0
    ? `Complete o seu perfil antes de se inscrever. Falta: ${missing.join(', ')}.`
    : null
}

interface Runner {
  /** Digits. */
  cpf: string
  birth_date: IsoDate
}

/** Those of an order together, the buyer first. What each field holds is checked by `Person`. */
export function checkPeople(people: readonly Runner[], today: IsoDate, refuse: Refuse): void {
  people.forEach(({ cpf, birth_date }, who) => {
    if (people.findIndex((other) => other.cpf === cpf) < who)
      refuse(who, 'cpf', 'Este CPF já está nesta inscrição.')
    if (who > 0 && birth_date > today) refuse(who, 'birth_date', 'Data inválida')
  })
}

/** A choice as far as it was found in the offer. */
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

interface Question {
  id: number
  asksFile: boolean
}

interface Answer {
  accepted: boolean
  /** Where the file sent with it is kept. */
  file?: string | null | undefined
}

/** A yes to a question that asks for a file comes with one. */
export const wantsFile = ({ asksFile }: Question, answer: Answer | undefined): boolean =>
  asksFile && answer?.accepted === true

export function checkAnswers(
  questions: readonly Question[],
  answerTo: (question: number) => Answer | undefined,
  refuse: Refuse,
): void {
  if (questions.some(({ id }) => !answerTo(id)))
    refuse(0, 'questionnaire_acceptances', 'Responda todas as perguntas')
  for (const question of questions) {
    const answer = answerTo(question.id)
    if (wantsFile(question, answer) && !answer?.file)
      refuse(0, fileFieldOf(question.id), 'Anexe o arquivo pedido.')
  }
}

export function checkTerms(
  terms: readonly { id: number }[],
  accepted: (term: number) => boolean,
  refuse: Refuse,
): void {
  if (!terms.every(({ id }) => accepted(id)))
    refuse(0, 'participant_term_acceptances', 'Você deve aceitar todos os termos.')
}

/** Whoever has something to pay says how. `chosen` is null for a method the event does not take. */
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
