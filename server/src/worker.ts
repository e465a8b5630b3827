import type { Deps } from './deps.ts'
import { ACCOUNT_CRONS, ACCOUNT_JOBS } from './features/account/jobs.ts'
import { BACK_OFFICE_CRONS, BACK_OFFICE_JOBS } from './features/backoffice/jobs.ts'
import { COUPON_CRONS, COUPON_JOBS } from './features/checkout/coupon/jobs.ts'
import { CHECKOUT_JOBS } from './features/checkout/jobs.ts'
import { EVENT_CRONS, EVENT_JOBS } from './features/event/jobs.ts'
import { PARTICIPANT_JOBS } from './features/participants/jobs.ts'
import { PAYMENT_CRONS, PAYMENT_JOBS } from './features/payment/jobs.ts'
import { PAYOUT_JOBS } from './features/payout/jobs.ts'
import { PRODUCER_JOBS } from './features/producer/jobs.ts'
import { REGISTRATION_CRONS, REGISTRATION_JOBS } from './features/registration/answers/forget-answers.ts'
import { runDueJobs, startWorker } from './lib/jobs/start-worker.ts'

/** All jobs of the product, listed by hand; `CRONS` are the scheduled ones. */
const JOBS = [
  ...ACCOUNT_JOBS,
  ...PRODUCER_JOBS,
  ...EVENT_JOBS,
  ...REGISTRATION_JOBS,
  ...COUPON_JOBS,
  ...PAYMENT_JOBS,
  ...CHECKOUT_JOBS,
  ...PARTICIPANT_JOBS,
  ...PAYOUT_JOBS,
  ...BACK_OFFICE_JOBS,
] as const
/** The lane of each job, by name. */
export const LANE_OF: ReadonlyMap<string, string> = new Map(JOBS.map(({ name, lane }) => [name, lane]))
export const CRONS = [
  ...ACCOUNT_CRONS,
  ...EVENT_CRONS,
  ...REGISTRATION_CRONS,
  ...COUPON_CRONS,
  ...PAYMENT_CRONS,
  ...BACK_OFFICE_CRONS,
] as const

/** Runs jobs until `stop`: running jobs finish, waiting ones stay queued. */
export const runJobs = (deps: Deps) => startWorker(deps, JOBS, CRONS)

/** Runs all due jobs once, for tests. */
export const runJobsOnce = (deps: Deps) => runDueJobs(deps, JOBS)
