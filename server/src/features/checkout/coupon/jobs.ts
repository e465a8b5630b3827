import { z } from 'zod'
import { type Cron, defineJob, type Job } from '#server/lib/jobs.ts'
import { forgetOldCodes } from './shown-codes.ts'

export const forgetOldCodesJob = defineJob('forget-shown-coupons', z.object({}), async (deps) => {
  await forgetOldCodes(deps.db, deps.clock.now())
})

export const COUPON_JOBS: readonly Job[] = [forgetOldCodesJob]

export const COUPON_CRONS: readonly Cron[] = [{ job: forgetOldCodesJob, match: '17 * * * *' }]
