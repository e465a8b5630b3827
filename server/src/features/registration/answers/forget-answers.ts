import { z } from 'zod'
import { type Cron, defineJob } from '#server/lib/jobs.ts'
import { daysBefore } from '#server/retention-config.ts'
import { deleteAnswers, forgetGiven, forgetProofs } from './queries.ts'

const BATCH = 5_000

/** A payment of a transfer that arrives later is refunded. */
const GIVEN_DAYS = 7

/** `remove-unused-files` then deletes the files. */
const forgetAnswersJob = defineJob('forget-answers', z.object({}), async ({ db, config, clock }) => {
  const { answers, healthAnswers } = config.retention
  const before = daysBefore(clock.now(), answers)
  const healthBefore = daysBefore(clock.now(), healthAnswers)
  while ((await deleteAnswers(db, before, { limit: BATCH, onlyHealth: false })) === BATCH);
  while ((await deleteAnswers(db, healthBefore, { limit: BATCH, onlyHealth: true })) === BATCH);
  while ((await forgetProofs(db, before, BATCH)) === BATCH);
  await forgetGiven(db, daysBefore(clock.now(), GIVEN_DAYS))
})

export const REGISTRATION_JOBS = [forgetAnswersJob] as const
export const REGISTRATION_CRONS: readonly Cron[] = [{ job: forgetAnswersJob, match: '30 6 * * *' }]
