import { toIsoDate } from './dates.ts'

/*
 * The questions that an organizer asks of whoever registers. The wizard and the server read answers by the same rules. An answer of
 * yes or no is `accepted`, as the specification has it; every other one is text in `value`, as a person reads it.
 */

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
  /** Of `choice` and `choices`. */
  options: readonly string[]
  /** A yes or no asks for a file with a yes. */
  asksFile: boolean
  /** Asked only of whoever runs this modality; null: of everybody. */
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

/** Between the chosen options of `choices`; no option holds one. */
const SEPARATOR = '; '
export const joinOptions = (chosen: readonly string[]): string => chosen.join(SEPARATOR)
export const splitOptions = (value: string): string[] => (value === '' ? [] : value.split(SEPARATOR))

/** The options of a question as its organizer types them: one a line. */
export const optionsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

/** The name in the API of a question's answer that is refused. */
export const answerFieldOf = (question: number | string): string => `questionnaire_answers.${question}`

/** The questions asked of an order, whose people run these modalities. */
export const asked = <Q extends Pick<Question, 'modalityId'>>(
  questions: readonly Q[],
  modalities: readonly (number | null | undefined)[],
): Q[] => questions.filter(({ modalityId }) => modalityId === null || modalities.includes(modalityId))

/** Whether an answer comes with a file: the question is one for a file, or it asks for one and the answer is yes. */
export const wantsFile = (
  { kind, asksFile }: Pick<Question, 'kind' | 'asksFile'>,
  answer: Answer | undefined,
): boolean => kind === 'file' || (kind === 'yes_no' && asksFile && answer?.accepted === true)

/** A text as it is stored: without spaces around it, a number with a comma, a day as dd/mm/aaaa. */
export function answerValue({ kind }: Pick<Question, 'kind'>, answer: Answer | undefined): string | null {
  const text = answer?.value?.trim() ?? ''
  if (kind === 'yes_no' || text === '') return null
  // As in Brazil: `1.500` is one thousand five hundred, `1.5` and `1,5` are one and a half.
  if (kind !== 'number') return text
  return THOUSANDS.test(text) ? text.replaceAll('.', '') : text.replace('.', ',')
}

export const isAnswered = (question: Pick<Question, 'kind'>, answer: Answer | undefined): boolean => {
  if (question.kind === 'yes_no') return answer?.accepted !== undefined
  if (question.kind === 'file') return Boolean(answer?.file)
  return answerValue(question, answer) !== null
}

/** What is wrong with an answer that was given, in a sentence. */
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

/** An answer as it is read: what was written, or yes or no. */
export const answerWords = ({ accepted, value }: { accepted: boolean; value: string | null }): string =>
  value ?? (accepted ? 'Sim' : 'Não')

/** What the answer to a question for a file reads, beside the file. */
export const FILE_SENT = 'Arquivo enviado'
