import { z } from 'zod'
import { type Cron, defineJob, type Job } from '#server/lib/jobs.ts'
import { expireEvents } from './expire-events.ts'

const expireEventsJob = defineJob('expire-events', z.object({}), async (deps) => {
  const expired = await expireEvents(deps)
  if (expired.length > 0) deps.log.info({ events: expired }, 'events expired')
})

export const EVENT_JOBS: readonly Job[] = [expireEventsJob]

/** Hourly, because the day ends at another hour in Noronha than in Acre. */
export const EVENT_CRONS: readonly Cron[] = [{ job: expireEventsJob, match: '3 * * * *' }]
