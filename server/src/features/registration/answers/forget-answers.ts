import { z } from 'zod'
import { type Cron, defineJob } from '#server/lib/jobs.ts'
import { daysBefore } from '#server/retention-config.ts'
import { deleteAnswers } from './queries.ts'

const BATCH = 5_000

/** Removes the answers of races that are long over. Their files are named nowhere then, and go with `remove-unused-files`. */
const forgetAnswersJob = defineJob('forget-answers', z.object({}), async ({ db, config, clock }) => {
  const { answers } = config.retention
  if (answers === null) return
  const before = daysBefore(clock.now(), answers)
  while ((await deleteAnswers(db, before, BATCH)) === BATCH);
})

export const REGISTRATION_JOBS = [forgetAnswersJob] as const
export const REGISTRATION_CRONS: readonly Cron[] = [{ job: forgetAnswersJob, match: '30 6 * * *' }]
