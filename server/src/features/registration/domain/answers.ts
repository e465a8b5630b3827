import {
  type Answer,
  answerValue,
  FILE_SENT,
  isAnswered,
  type Question,
  wantsFile,
} from '#contract/registration/questions.ts'

/** The columns of an answer, without a file that the question does not ask for; null: unanswered. */
export const storedAnswer = (question: Pick<Question, 'kind' | 'asksFile'>, answer: Answer | undefined) =>
  isAnswered(question, answer)
    ? {
        accepted: answer?.accepted ?? true,
        value: question.kind === 'file' ? FILE_SENT : answerValue(question, answer),
        filePath: (wantsFile(question, answer) && answer?.file) || null,
      }
    : null

interface AnswerRow {
  questionnaire_id: number
  accepted: boolean
  value: string | null
  file_path: string | null
}

/** The stored answer to a question by its id. */
export function answersIn(rows: readonly AnswerRow[]): (question: number) => Answer | undefined {
  const answers = new Map(
    rows.map(({ questionnaire_id, file_path, ...row }) => [questionnaire_id, { ...row, file: file_path }]),
  )
  return (question) => answers.get(question)
}

/** What a registration has chosen, as `applicableQuestions` takes it. */
export const choiceOf = (registration: { modality_id: number; category_id: number; kit_id: number }) => ({
  modalityId: registration.modality_id,
  categoryId: registration.category_id,
  kitId: registration.kit_id,
})
