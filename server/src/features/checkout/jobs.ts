import type { Job } from '#server/lib/jobs.ts'
import { registrationYieldedJob } from './order/registration-yielded.ts'

export const CHECKOUT_JOBS: readonly Job[] = [registrationYieldedJob]
