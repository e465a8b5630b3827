import { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob } from '#server/lib/jobs.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { listDueDays } from './queries.ts'
import { type GatewayDay, reconcilePage } from './reconcile-day.ts'

/**
 * A day's charges are compared the day after, a week later, when cards are settled (32 days), when a Pix can no longer be refunded
 * or disputed (90 days), and when the last of twelve installments is.
 */
const AGES = [1, 7, 35, 95, 400]
/** A run stops after this time and enqueues the next one, so that a long backlog does not delay shutdown. */
const RUN_MS = 10_000

const reconcileDayJob = defineJob(
  'reconcile-day',
  z.object({ provider: z.string(), day: z.iso.date() }),
  async (deps, day) => {
    const endsAt = performance.now() + RUN_MS
    while (!(await reconcilePage(deps, day))) if (performance.now() > endsAt) return enqueue(deps.db, day)
  },
  { later: true },
)

const enqueue = (db: Db, day: GatewayDay): Promise<void> =>
  transaction(db, (tx) =>
    addJob(tx, reconcileDayJob, day, { jobKey: `reconcile-day:${day.provider}:${day.day}` }),
  )

/** Every night: enqueues each day that is due, however many were missed. */
const reconcileDaysJob = defineJob('reconcile-days', z.object({}), async (deps) => {
  const today = dayIn(BANK_ZONE, deps.clock.now())
  for (const { provider } of [deps.gateway, ...deps.otherGateways])
    for (const day of await listDueDays(deps.db, provider, { today, ages: AGES }))
      await enqueue(deps.db, { provider, day })
})

export const RECONCILIATION_JOBS = [reconcileDaysJob, reconcileDayJob]
export const RECONCILIATION_CRON = { job: reconcileDaysJob, match: '30 6 * * *' }
