import type { Cron, Job } from '#server/lib/jobs.ts'
import { cancellationsRequestedJob } from './cancel/cancellations-requested.ts'
import { deferralNoticeJob, registrationDeferredJob } from './defer/emails.ts'
import { alternativeKitOfferedJob, offerAlternativeKitJob } from './refund-choice/offer-alternative-kit.ts'
import { placeReturnedJob } from './return/emails.ts'
import { settleReturnsJob } from './return/settle-returns.ts'
import { registrationTransferredJob, transferInvitationJob, transferStartedJob } from './transfer/emails.ts'

export const MY_REGISTRATION_JOBS: readonly Job[] = [
  offerAlternativeKitJob,
  cancellationsRequestedJob,
  registrationDeferredJob,
  deferralNoticeJob,
  alternativeKitOfferedJob,
  registrationTransferredJob,
  transferStartedJob,
  transferInvitationJob,
  placeReturnedJob,
  settleReturnsJob,
]

export const MY_REGISTRATION_CRONS: readonly Cron[] = [{ job: settleReturnsJob, match: '*/10 * * * *' }]
