import type { Job } from '#server/lib/jobs.ts'
import { registrationDisownedJob } from './disown/registration-disowned.ts'
import { tellParticipantJob } from './disown/tell-participant.ts'
import { registrationYieldedJob } from './registration-yielded.ts'

export const CHECKOUT_JOBS: readonly Job[] = [
  tellParticipantJob,
  registrationDisownedJob,
  registrationYieldedJob,
]
