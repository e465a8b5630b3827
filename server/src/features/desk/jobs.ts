import { sql } from 'kysely'
import { z } from 'zod'
import { type Cron, defineJob, type Job } from '#server/lib/jobs.ts'
import { registrationCancelledJob } from './emails/registration-cancelled.ts'
import { registrationChangedJob } from './emails/registration-changed.ts'

/** Keeps the facts few (docs/algorithms/desk.md); their sums stay what they are. */
const foldFactsJob = defineJob('fold-desk-facts', z.object({}), async (deps) => {
  await sql`select fold_desk_facts()`.execute(deps.db)
})

export const DESK_JOBS: readonly Job[] = [foldFactsJob, registrationCancelledJob, registrationChangedJob]
export const DESK_CRONS: readonly Cron[] = [{ job: foldFactsJob, match: '* * * * *' }]
