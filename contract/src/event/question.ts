import { z } from 'zod'
import { Asked, BrazilianDate, QuestionKind } from '../fields.ts'
import type { Question } from '../registration/questions.ts'

/** A question of the organizer, as runners see it. */
export const PublicQuestion = z.object({
  id: z.int(),
  description: z.string(),
  attach_file: z.union([z.literal(0), z.literal(1)]),
  kind: QuestionKind,
  required: z.boolean(),
  options: z.array(z.string()),
  /** Asked only of runners of this modality, category and kit; null: of all. */
  modality_id: z.int().nullable(),
  category_id: z.int().nullable(),
  product_id: z.int().nullable(),
  asked: Asked,
  /** Asked only if the answer to this question is, or contains, `condition_value`; null: always. */
  condition_question_id: z.int().nullable(),
  condition_value: z.string().nullable(),
  /** The day on which the answers, which concern health, are deleted; null: they do not. */
  delete_on: BrazilianDate.nullable(),
})
export type PublicQuestion = z.infer<typeof PublicQuestion>

export type AskedQuestion = PublicQuestion & Question

/** With the fields that the rules of `questions.ts` need. */
export const askedQuestion = (question: PublicQuestion): AskedQuestion => ({
  ...question,
  asksFile: question.attach_file === 1,
  modalityId: question.modality_id,
  categoryId: question.category_id,
  kitId: question.product_id,
  condition:
    question.condition_question_id === null
      ? null
      : { questionId: question.condition_question_id, value: question.condition_value ?? '' },
})
