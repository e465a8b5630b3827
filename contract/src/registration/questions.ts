import { toIsoDate } from '../dates.ts'

/* The questions that an organizer asks in the registration form. The wizard and the server validate
   answers by the same rules. The answer to a yes/no question is `accepted`, as in the specification;
   every other answer is text in `value`. */

export const QUESTION_KINDS = {
  yes_no: 'Sim ou não',
  text: 'Texto',
  number: 'Número',
  choice: 'Uma de várias opções',
  choices: 'Várias opções',
  date: 'Data',
  file: 'Arquivo',
} as const
export type QuestionKind = keyof typeof QUESTION_KINDS

export const hasOptions = (kind: string): boolean => kind === 'choice' || kind === 'choices'

export interface Question {
  id: number
  kind: QuestionKind
  required: boolean
  options: readonly string[]
  /** A yes/no question that asks for a file when the answer is yes. */
  asksFile: boolean
  /** Asked only of runners of this modality; null asks everybody. */
  modalityId: number | null
}

export interface Answer {
  accepted?: boolean | undefined
  value?: string | null | undefined
  /** The path of the uploaded file. */
  file?: string | null | undefined
}

export const MAX_ANSWER_LENGTH = 500
const THOUSANDS = /^-?[1-9]\d{0,2}(\.\d{3})+(,\d+)?$/
const NUMBER = /^-?\d{1,12}(,\d{1,6})?$/

/** Separates the chosen options of `choices`. No option contains it. */
const SEPARATOR = '; '
export const joinOptions = (chosen: readonly string[]): string => chosen.join(SEPARATOR)
export const splitOptions = (value: string): string[] => (value === '' ? [] : value.split(SEPARATOR))

/** Splits the organizer's text into options, one per line. */
export const optionsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const answerFieldOf = (question: number | string): string => `questionnaire_answers.${question}`

export const applicableQuestions = <Q extends Pick<Question, 'modalityId'>>(
  questions: readonly Q[],
  modalities: readonly (number | null | undefined)[],
): Q[] => questions.filter(({ modalityId }) => modalityId === null || modalities.includes(modalityId))

export const wantsFile = (
  { kind, asksFile }: Pick<Question, 'kind' | 'asksFile'>,
  answer: Answer | undefined,
): boolean => kind === 'file' || (kind === 'yes_no' && asksFile && answer?.accepted === true)

/** As stored; null for an empty text and for a yes/no question. */
export function answerValue({ kind }: Pick<Question, 'kind'>, answer: Answer | undefined): string | null {
  const text = answer?.value?.trim() ?? ''
  if (kind === 'yes_no' || text === '') return null
  // Brazilian notation: `1.500` is one thousand five hundred; `1.5` and `1,5` are one and a half.
  if (kind !== 'number') return text
  return THOUSANDS.test(text) ? text.replaceAll('.', '') : text.replace('.', ',')
}

export const isAnswered = (question: Pick<Question, 'kind'>, answer: Answer | undefined): boolean => {
  if (question.kind === 'yes_no') return answer?.accepted !== undefined
  if (question.kind === 'file') return Boolean(answer?.file)
  return answerValue(question, answer) !== null
}

export function answerProblem(question: Question, answer: Answer | undefined): string | null {
  const value = answerValue(question, answer)
  if (value === null) return null
  if (value.length > MAX_ANSWER_LENGTH) return `Use no máximo ${MAX_ANSWER_LENGTH} caracteres.`
  switch (question.kind) {
    case 'number':
      return NUMBER.test(value) ? null : 'Digite um número.'
    case 'date':
      return /^\d\d\/\d\d\/\d{4}$/.test(value) && toIsoDate(value) ? null : 'Digite uma data válida.'
    case 'choice':
      return question.options.includes(value) ? null : 'Escolha uma das opções.'
    case 'choices':
      return splitOptions(value).every((one) => question.options.includes(one))
        ? null
        : 'Escolha entre as opções.'
    default:
      return null
  }
}

/** An answer as shown: its text, or yes or no. */
export const answerWords = ({ accepted, value }: { accepted: boolean; value: string | null }): string =>
  value ?? (accepted ? 'Sim' : 'Não')

export const FILE_SENT = 'Arquivo enviado'
