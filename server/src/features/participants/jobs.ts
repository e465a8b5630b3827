import { z } from 'zod'
import { type Cron, defineJob, type Job } from '#server/lib/jobs.ts'
import { registrationCancelledJob } from './emails/registration-cancelled.ts'
import { registrationChangedJob } from './emails/registration-changed.ts'
import { foldFacts } from './queries.ts'

/** Keeps the facts few (docs/algorithms/participants.md); their sums stay what they are. */
const foldFactsJob = defineJob('fold-desk-facts', z.object({}), async (deps) => {
  await foldFacts(deps.db)
})

export const DESK_JOBS: readonly Job[] = [foldFactsJob, registrationCancelledJob, registrationChangedJob]
export const DESK_CRONS: readonly Cron[] = [{ job: foldFactsJob, match: '* * * * *' }]
