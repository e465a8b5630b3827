import type { FieldProblem } from '../errors.ts'
import { hasOptions, isAskedAfter, optionsOf, possibleAnswers } from '../registration/questions.ts'
import { VALIDATION } from '../validation.ts'
import type { EventDraft, EventInput } from './event-document.ts'

/** What a draft's questions may lack. */
export const lackingInQuestions = (questions: NonNullable<EventInput['questionnaires']>): FieldProblem[] =>
  questions.flatMap(({ kind, options, condition_question_id: other, condition_value: value }, i) => [
    ...(kind && hasOptions(kind) && optionsOf(options ?? '').length < 2
      ? [
          {
            field: `questionnaires.${i}.options`,
            message: 'Escreva ao menos duas opções, uma em cada linha.',
          },
        ]
      : []),
    ...(other && !value
      ? [{ field: `questionnaires.${i}.condition_value`, message: VALIDATION.required }]
      : []),
  ])

export const questionProblems = (draft: EventDraft): FieldProblem[] =>
  draft.questionnaires.flatMap((_, i) =>
    Object.entries(problemsByField(draft, i)).flatMap(([field, message]) =>
      message ? [{ field: `questionnaires.${i}.${field}`, message }] : [],
    ),
  )

type Question = EventDraft['questionnaires'][number]
type Problems = { [F in keyof Question]?: string | null }

function problemsByField({ questionnaires, modalities }: EventDraft, i: number): Problems {
  const question = questionnaires[i]
  if (!question) return {}
  const { kind, options, asked, attach_file, modality_id, category_id } = question
  const modality = modalities.find(({ categories }) =>
    categories.some((category) => category_id !== null && category.category_id === category_id),
  )
  const wantsFile = kind === 'file' || (kind === 'yes_no' && attach_file === 1)
  return {
    options: hasOptions(kind) ? optionsProblem(optionsOf(options)) : null,
    category_id:
      modality && modality_id !== null && modality.modality_id !== modality_id
        ? 'Esta categoria é de outra modalidade.'
        : null,
    asked: asked === 'pickup' && wantsFile ? 'Na retirada do kit não é possível enviar arquivos.' : null,
    ...conditionProblems(question, i, questionnaires),
  }
}

function optionsProblem(options: readonly string[]): string | null {
  if (options.length > 30) return 'Use no máximo 30 opções.'
  if (new Set(options).size < options.length) return 'Há opções repetidas.'
  if (options.some((option) => option.length > 100)) return 'Cada opção pode ter no máximo 100 caracteres.'
  return options.some((option) => option.includes(';')) ? 'Uma opção não pode conter ponto e vírgula.' : null
}

/**
 * A question depends only on an earlier one, so that no two depend on each other. A person who sees that a question
 * was asked knows the answer that it depends on.
 */
function conditionProblems(
  { condition_question_id: id, condition_value: value, asked, sensitive }: Question,
  i: number,
  questions: readonly Question[],
): Problems {
  if (id === null) return {}
  const position = questions.findIndex((one) => one.id === id)
  const other = questions[position]
  if (!other) return { condition_question_id: 'A pergunta desta condição não existe mais.' }
  if (position >= i) return { condition_question_id: 'A condição precisa ser sobre uma pergunta anterior.' }
  const answers = possibleAnswers({ kind: other.kind, options: optionsOf(other.options) })
  if (answers.length === 0 && !hasOptions(other.kind))
    return { condition_question_id: 'A condição precisa ser sobre uma pergunta de sim ou não ou de opções.' }
  if (isAskedAfter(other.asked, asked))
    return { condition_question_id: 'A pergunta da condição é feita depois desta.' }
  return {
    condition_value: value && !answers.includes(value) ? 'Escolha uma das respostas possíveis.' : null,
    sensitive:
      other.sensitive && !sensitive ? 'Marque também esta pergunta: ela depende de uma sobre saúde.' : null,
  }
}
