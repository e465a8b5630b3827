import type { Job } from '#server/lib/jobs.ts'
import { cancellationsRequestedJob } from './cancel/cancellations-requested.ts'
import { deferralNoticeJob, registrationDeferredJob } from './defer/emails.ts'
import { alternativeKitOfferedJob, offerAlternativeKitJob } from './refund-choice/offer-alternative-kit.ts'
import { registrationTransferredJob } from './transfer/emails.ts'

export const MY_REGISTRATION_JOBS: readonly Job[] = [
  offerAlternativeKitJob,
  cancellationsRequestedJob,
  registrationDeferredJob,
  deferralNoticeJob,
  alternativeKitOfferedJob,
  registrationTransferredJob,
]
