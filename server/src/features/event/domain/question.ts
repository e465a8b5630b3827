import type { PublicQuestion } from '#contract/event/question.ts'
import { type Asked, optionsOf, type QuestionKind } from '#contract/registration/questions.ts'
import type { Row } from '#server/lib/db.ts'

export const presentQuestion = ({
  kind,
  options,
  attach_file,
  kit_id,
  asked,
  condition_id,
  ...question
}: Omit<Row<'questionnaires'>, 'event_id' | 'position' | 'status'>): PublicQuestion => ({
  ...question,
  attach_file: attach_file === 1 ? 1 : 0,
  kind: kind as QuestionKind,
  options: optionsOf(options),
  product_id: kit_id,
  asked: asked as Asked,
  condition_question_id: condition_id,
})
