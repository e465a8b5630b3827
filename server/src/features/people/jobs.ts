import type { Cron, Job } from '#server/lib/jobs.ts'
import { registrationDisownedJob } from './disown/registration-disowned.ts'
import { tellParticipantJob } from './disown/tell-participant.ts'
import { cancelUnauthorizedJob } from './guardian/cancel-unauthorized.ts'
import { guardianInvitationJob } from './guardian/invite.ts'
import { guardianReceiptJob } from './guardian/receipt.ts'
import { askGuardiansJob, guardianReminderJob } from './guardian/remind.ts'
import { confirmationReminderJob } from './reminders/confirmation-reminder.ts'
import { remindBuyerJob, remindParticipantsJob } from './reminders/remind-participants.ts'

export const PEOPLE_JOBS: readonly Job[] = [
  tellParticipantJob,
  registrationDisownedJob,
  remindParticipantsJob,
  confirmationReminderJob,
  remindBuyerJob,
  cancelUnauthorizedJob,
  askGuardiansJob,
  guardianReminderJob,
  guardianInvitationJob,
  guardianReceiptJob,
]
export const PEOPLE_CRONS: readonly Cron[] = [
  { job: remindParticipantsJob, match: '15 13 * * *' },
  { job: askGuardiansJob, match: '45 12 * * *' },
  { job: cancelUnauthorizedJob, match: '*/15 * * * *' },
]
