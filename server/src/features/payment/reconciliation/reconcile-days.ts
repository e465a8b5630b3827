import { z } from 'zod'
import { dayIn } from '#contract/dates.ts'
import type { Db } from '#server/lib/db.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob, defineJob, RUN_MS } from '#server/lib/jobs.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import { withCallShare } from '../gateways/call-quota.ts'
import { listDueDays } from './queries.ts'
import { type GatewayDay, reconcilePage } from './reconcile-day.ts'

/**
 * In days: the next day, after a week, when cards are credited (32 days), when a Pix can no longer be
 * refunded or disputed (90 days), and when the last of twelve installments is credited.
 */
const AGES = [1, 7, 35, 95, 400]

const reconcileDayJob = defineJob(
  'reconcile-day',
  z.object({ provider: z.string(), day: z.iso.date() }),
  async (deps, day) => {
    const endsAt = performance.now() + RUN_MS
    while (!(await withCallShare('sweep', () => reconcilePage(deps, day))))
      if (performance.now() > endsAt) return enqueue(deps.db, day)
  },
  { priority: 'low' },
)

const enqueue = (db: Db, day: GatewayDay): Promise<void> =>
  transaction(db, (tx) =>
    addJob(tx, reconcileDayJob, day, { jobKey: `reconcile-day:${day.provider}:${day.day}` }),
  )

/** Every night, for each day that is due, including missed ones. */
const reconcileDaysJob = defineJob('reconcile-days', z.object({}), async (deps) => {
  const today = dayIn(BANK_ZONE, deps.clock.now())
  for (const { provider } of [deps.gateway, ...deps.otherGateways])
    for (const day of await listDueDays(deps.db, provider, { today, ages: AGES }))
      await enqueue(deps.db, { provider, day })
})

export const RECONCILIATION_JOBS = [reconcileDaysJob, reconcileDayJob]
export const RECONCILIATION_CRON = { job: reconcileDaysJob, match: '30 6 * * *' }
