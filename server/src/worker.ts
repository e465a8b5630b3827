import type { Deps } from './deps.ts'
import { startWorker } from './lib/jobs.ts'

/** Every job and every clock-driven job of the product, listed by hand. */
const JOBS = [] as const
const CRONS = [] as const

/** Runs jobs until `stop`: what is running finishes, what is not stays in the queue. */
export const runJobs = (deps: Deps) => startWorker(deps, JOBS, CRONS)
