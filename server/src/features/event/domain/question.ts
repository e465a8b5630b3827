import { addDays, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import type { PublicQuestion } from '#contract/event/question.ts'
import { type Asked, optionsOf, type QuestionKind } from '#contract/registration/questions.ts'
import type { Row } from '#server/lib/db.ts'
import type { Retention } from '#server/retention-config.ts'

/** `deletedOn`: for runners, when answers about health are deleted. */
export const presentQuestion = (
  {
    kind,
    options,
    attach_file,
    kit_id,
    asked,
    condition_id,
    sensitive,
    ...question
  }: Omit<Row<'questionnaires'>, 'event_id' | 'position' | 'status'>,
  deletedOn: IsoDate | null = null,
): PublicQuestion => ({
  ...question,
  attach_file: attach_file === 1 ? 1 : 0,
  kind: kind as QuestionKind,
  options: optionsOf(options),
  product_id: kit_id,
  asked: asked as Asked,
  condition_question_id: condition_id,
  delete_on: sensitive && deletedOn ? toBrazilianDate(deletedOn) : null,
})

/** The day on which `forget-answers` deletes answers about health. */
export const healthDeletionDay = (eventOn: IsoDate, { answers, healthAnswers }: Retention): IsoDate =>
  addDays(eventOn, Math.min(answers, healthAnswers) + 1)
