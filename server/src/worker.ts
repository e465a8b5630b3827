import { deliverSandboxWebhookJob } from '#sandbox/deliver-webhook.ts'
import { ACCOUNT_CRONS, ACCOUNT_JOBS } from '#server/features/account/jobs.ts'
import { ERASURE_JOBS } from '#server/features/account/privacy/erasures.ts'
import { BACK_OFFICE_CRONS, BACK_OFFICE_JOBS } from '#server/features/backoffice/jobs.ts'
import { COUPON_CRONS, COUPON_JOBS } from '#server/features/checkout/coupon/jobs.ts'
import { CHECKOUT_JOBS } from '#server/features/checkout/jobs.ts'
import { EVENT_CRONS, EVENT_JOBS } from '#server/features/event/jobs.ts'
import { GROUP_CRONS, GROUP_JOBS } from '#server/features/group/jobs.ts'
import { MY_REGISTRATION_CRONS, MY_REGISTRATION_JOBS } from '#server/features/my-registrations/jobs.ts'
import { ORGANIZER_JOBS } from '#server/features/organizer/jobs.ts'
import { PARTICIPANT_JOBS } from '#server/features/participants/jobs.ts'
import { PAYMENT_CRONS, PAYMENT_JOBS } from '#server/features/payment/jobs.ts'
import { PAYOUT_JOBS } from '#server/features/payout/jobs.ts'
import { PEOPLE_CRONS, PEOPLE_JOBS } from '#server/features/people/jobs.ts'
import {
  REGISTRATION_CRONS,
  REGISTRATION_JOBS,
} from '#server/features/registration/answers/forget-answers.ts'
import type { Db } from '#server/lib/db.ts'
import { runDueJobs, startWorker } from '#server/lib/jobs/start-worker.ts'
import { storeSubscriptions } from '#server/lib/outbox.ts'
import type { Deps } from './deps.ts'

/** All jobs of the product; `CRONS` lists the scheduled ones. */
const JOBS = [
  ...ACCOUNT_JOBS,
  ...ERASURE_JOBS,
  ...ORGANIZER_JOBS,
  ...EVENT_JOBS,
  ...REGISTRATION_JOBS,
  ...COUPON_JOBS,
  ...PAYMENT_JOBS,
  ...GROUP_JOBS,
  ...CHECKOUT_JOBS,
  ...MY_REGISTRATION_JOBS,
  ...PEOPLE_JOBS,
  ...PARTICIPANT_JOBS,
  ...PAYOUT_JOBS,
  ...BACK_OFFICE_JOBS,
  deliverSandboxWebhookJob,
] as const
export const QUEUE_OF: ReadonlyMap<string, string> = new Map(JOBS.map(({ name, queue }) => [name, queue]))
export const CRONS = [
  ...ACCOUNT_CRONS,
  ...EVENT_CRONS,
  ...REGISTRATION_CRONS,
  ...COUPON_CRONS,
  ...PAYMENT_CRONS,
  ...MY_REGISTRATION_CRONS,
  ...GROUP_CRONS,
  ...PEOPLE_CRONS,
  ...BACK_OFFICE_CRONS,
] as const

/** Must run before any event is published. */
export const loadSubscriptions = (db: Db) => storeSubscriptions(db, JOBS)

/** Runs jobs until `stop`, which lets running jobs finish and leaves waiting ones queued. */
export const runJobs = (deps: Deps) => startWorker(deps, JOBS, CRONS)

/** Runs the due jobs once, for tests. */
export const runJobsOnce = (deps: Deps) => runDueJobs(deps, JOBS)
