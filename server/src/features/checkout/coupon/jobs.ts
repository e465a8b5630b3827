import { z } from 'zod'
import { type Cron, defineJob, type Job } from '#server/lib/jobs.ts'
import { daysBefore } from '#server/retention-config.ts'
import { deleteListedPeople, deleteValidatedCodes } from './queries.ts'
import { validCodesSince } from './validated-coupons.ts'

export const deleteExpiredCodesJob = defineJob('forget-shown-coupons', z.object({}), async (deps) => {
  await deleteValidatedCodes(deps.db, validCodesSince(deps.clock.now()))
})

export const forgetCouponPeopleJob = defineJob('forget-coupon-people', z.object({}), async (deps) => {
  const { db, config, clock } = deps
  await deleteListedPeople(db, daysBefore(clock.now(), config.retention.couponPeople))
})

export const COUPON_JOBS: readonly Job[] = [deleteExpiredCodesJob, forgetCouponPeopleJob]

export const COUPON_CRONS: readonly Cron[] = [
  { job: deleteExpiredCodesJob, match: '17 * * * *' },
  { job: forgetCouponPeopleJob, match: '40 6 * * *' },
]
