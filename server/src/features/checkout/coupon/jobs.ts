import { z } from 'zod'
import { type Cron, defineJob, type Job } from '#server/lib/jobs.ts'
import { deleteValidatedCodes } from './queries.ts'
import { validCodesSince } from './validated-coupons.ts'

export const deleteExpiredCodesJob = defineJob('forget-shown-coupons', z.object({}), async (deps) => {
  await deleteValidatedCodes(deps.db, validCodesSince(deps.clock.now()))
})

export const COUPON_JOBS: readonly Job[] = [deleteExpiredCodesJob]

export const COUPON_CRONS: readonly Cron[] = [{ job: deleteExpiredCodesJob, match: '17 * * * *' }]
