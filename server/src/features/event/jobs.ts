import { z } from 'zod'
import type { Deps } from '#server/deps.ts'
import { type Cron, defineJob, type Job } from '#server/lib/jobs.ts'
import { deleteOldAlerts } from './alerts/queries.ts'
import { eventAlertJob, tellWaitingJob } from './alerts/tell-waiting.ts'
import { markExpired } from './queries.ts'
import { removeUnusedFiles } from './uploads/remove-unused-files.ts'

export const expireEvents = (deps: Pick<Deps, 'db' | 'clock'>): Promise<number[]> =>
  markExpired(deps.db, deps.clock.now())

const expireEventsJob = defineJob('expire-events', z.object({}), async (deps) => {
  const expired = await expireEvents(deps)
  if (expired.length > 0) deps.log.info({ events: expired }, 'events expired')
  await deleteOldAlerts(deps.db)
})

const removeUnusedFilesJob = defineJob('remove-unused-files', z.object({}), async (deps) => {
  const removed = await removeUnusedFiles(deps)
  deps.log.info(removed, 'unused files removed')
})

export const EVENT_JOBS: readonly Job[] = [
  expireEventsJob,
  removeUnusedFilesJob,
  tellWaitingJob,
  eventAlertJob,
]

export const EVENT_CRONS: readonly Cron[] = [
  // Hourly, because the day ends at different hours in Brazil's time zones.
  { job: expireEventsJob, match: '3 * * * *' },
  { job: removeUnusedFilesJob, match: '40 6 * * *' },
  { job: tellWaitingJob, match: '*/2 * * * *' },
]
