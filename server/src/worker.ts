import type { Deps } from './deps.ts'
import { ACCOUNT_CRONS, ACCOUNT_JOBS } from './features/account/jobs.ts'
import { startWorker } from './lib/jobs.ts'

/** Every job and every clock-driven job of the product, listed by hand. */
const JOBS = [...ACCOUNT_JOBS] as const
const CRONS = [...ACCOUNT_CRONS] as const

/** Runs jobs until `stop`: what is running finishes, what is not stays in the queue. */
export const runJobs = (deps: Deps) => startWorker(deps, JOBS, CRONS)
