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

/** When a question is asked, in this order. */
export const ASKED = {
  order: 'Na inscrição',
  later: 'Depois, pela página da inscrição',
  pickup: 'Na retirada do kit',
} as const
export type Asked = keyof typeof ASKED
const MOMENTS = Object.keys(ASKED)

export const isAskedAfter = (asked: Asked, other: Asked): boolean =>
  MOMENTS.indexOf(asked) > MOMENTS.indexOf(other)

/** What a participant has chosen; null or absent: nothing yet. */
interface Choice {
  modalityId?: number | null | undefined
  categoryId?: number | null | undefined
  kitId?: number | null | undefined
}

/** The choices whose participants are asked the question; null: any choice. */
interface Limits {
  modalityId: number | null
  categoryId: number | null
  kitId: number | null
}

export interface Question extends Limits {
  id: number
  kind: QuestionKind
  required: boolean
  options: readonly string[]
  /** A yes/no question that asks for a file when the answer is yes. */
  asksFile: boolean
  asked: Asked
  /** Asked only if the other question is asked and this is, or is among, its answers; null: always. */
  condition: { questionId: number; value: string } | null
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

/** The answers to a yes/no question, in words. */
export const YES_NO = ['Sim', 'Não'] as const

/** Splits the organizer's text into options, one per line. */
export const optionsOf = (lines: string): string[] =>
  lines
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean)

export const answerFieldOf = (question: number | string): string => `questionnaire_answers.${question}`

/** What the answer to a question can be; empty: anything. */
export const possibleAnswers = ({ kind, options }: Pick<Question, 'kind' | 'options'>): readonly string[] =>
  kind === 'yes_no' ? YES_NO : hasOptions(kind) ? options : []

interface Situation {
  /** The choices of all participants, who share their answers. */
  choices: readonly Choice[]
  answerTo: (question: number) => Answer | undefined
}

/**
 * The questions to ask now; without `asked`, at any time. A question that depends on another applies to a
 * participant only if both do, so the result has the limits of both. `questions` are all active questions.
 */
export function applicableQuestions<Q extends Question>(
  questions: readonly Q[],
  { choices, answerTo, asked }: Situation & { asked?: Asked },
): Q[] {
  const byId = new Map(questions.map((question) => [question.id, question]))
  /** Null: it does not apply to the choice. */
  const limitsFor = (question: Q, choice: Choice): Limits | null => {
    if (!suits(question, choice)) return null
    const { modalityId, categoryId, kitId, condition } = question
    if (!condition) return { modalityId, categoryId, kitId }
    const other = byId.get(condition.questionId)
    const limits = other && limitsFor(other, choice)
    if (!other || !limits || !answersOf(other, answerTo(other.id)).includes(condition.value)) return null
    return {
      modalityId: modalityId ?? limits.modalityId,
      categoryId: categoryId ?? limits.categoryId,
      kitId: kitId ?? limits.kitId,
    }
  }
  return questions.flatMap((question) => {
    if (asked && question.asked !== asked) return []
    for (const choice of choices) {
      const limits = limitsFor(question, choice)
      if (limits) return [{ ...question, ...limits }]
    }
    return []
  })
}

const suits = (limits: Limits, choice: Choice): boolean =>
  (['modalityId', 'categoryId', 'kitId'] as const).every(
    (level) => limits[level] === null || limits[level] === choice[level],
  )

/** As in `possibleAnswers`. */
function answersOf(question: Question, answer: Answer | undefined): readonly string[] {
  if (!isAnswered(question, answer)) return []
  return question.kind === 'yes_no'
    ? [answer?.accepted ? 'Sim' : 'Não']
    : splitOptions(answerValue(question, answer) ?? '')
}

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

export function answerProblem(
  question: Pick<Question, 'kind' | 'options'>,
  answer: Answer | undefined,
): string | null {
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
