import type { Job } from '#server/lib/jobs.ts'
import { cancellationsRequestedJob } from './cancellations-requested.ts'
import { registrationDisownedJob } from './disown/registration-disowned.ts'
import { tellParticipantJob } from './disown/tell-participant.ts'
import { offerPlaceJob, placeOfferedJob } from './refund-choice/offer-place.ts'
import { registrationYieldedJob } from './registration-yielded.ts'

export const CHECKOUT_JOBS: readonly Job[] = [
  tellParticipantJob,
  registrationDisownedJob,
  registrationYieldedJob,
  offerPlaceJob,
  cancellationsRequestedJob,
  placeOfferedJob,
]
