import { z } from 'zod'
import { Id } from '../route.ts'

/** A runner's answer to a question of the organizer. */
export const GivenAnswer = z.object({
  questionnaire_id: Id,
  /** The answer to a yes/no question. */
  accepted: z.boolean().optional(),
  /** Any other answer; chosen options are joined by `; `. Errors: `questionnaire_answers.<id>`. */
  value: z.string().max(2_000).nullish(),
  /** The path returned by `uploadAnswerFile`; its errors are reported as `questionnaire_files.<id>`. */
  file: z.string().max(120).nullish(),
})
export type GivenAnswer = z.infer<typeof GivenAnswer>
