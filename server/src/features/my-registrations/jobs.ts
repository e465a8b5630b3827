import type { Job } from '#server/lib/jobs.ts'
import { cancellationsRequestedJob } from './cancel/cancellations-requested.ts'
import { registrationDisownedJob } from './disown/registration-disowned.ts'
import { tellParticipantJob } from './disown/tell-participant.ts'
import { alternativeKitOfferedJob, offerAlternativeKitJob } from './refund-choice/offer-alternative-kit.ts'

export const MY_REGISTRATION_JOBS: readonly Job[] = [
  tellParticipantJob,
  registrationDisownedJob,
  offerAlternativeKitJob,
  cancellationsRequestedJob,
  alternativeKitOfferedJob,
]
