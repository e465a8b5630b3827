import type { MyRegistration } from '#contract/my-registrations/my-registrations.ts'
import { healthDeletionDay, presentQuestion } from '#server/features/event/domain/question.ts'
import type { listAnswers } from '#server/features/registration/answers/queries.ts'
import type { Retention } from '#server/retention-config.ts'
import type { findMine } from '../list/queries.ts'
import { answersProblem } from './save-answers.ts'

type Mine = NonNullable<Awaited<ReturnType<typeof findMine>>>

/** Once the participant has answered, the account that made the registration sees and gives no answers. */
const isAnsweredByParticipant = ({ confirmation }: Mine): boolean => Boolean(confirmation?.confirmed_at)

export const presentAnswers = (
  row: Mine,
  answers: Awaited<ReturnType<typeof listAnswers>>,
): MyRegistration['answers'] =>
  isAnsweredByParticipant(row)
    ? []
    : answers.map(({ file_path: path, ...answer }) => ({
        ...answer,
        file: path === null ? null : path.endsWith('.pdf') ? 'pdf' : 'jpg',
      }))

/** With the questions of the registration form, because others may depend on them. */
export function presentQuestionnaire(
  row: Mine,
  { now, retention }: { now: Date; retention: Retention },
): MyRegistration['questionnaire'] {
  const { questionnaires, modality_id, category_id, kit_id } = row
  const asked = questionnaires.filter(({ asked }) => asked !== 'pickup')
  if (asked.every(({ asked }) => asked === 'order')) return null
  if (isAnsweredByParticipant(row) || answersProblem(row, now)) return null
  const deletedOn = healthDeletionDay(row.event_on, retention)
  return {
    questions: asked.map((question) => presentQuestion(question, deletedOn)),
    modality_id,
    category_id,
    product_id: kit_id,
  }
}
