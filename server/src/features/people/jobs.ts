import type { Cron, Job } from '#server/lib/jobs.ts'
import { registrationDisownedJob } from './disown/registration-disowned.ts'
import { tellParticipantJob } from './disown/tell-participant.ts'
import { confirmationReminderJob } from './reminders/confirmation-reminder.ts'
import { remindBuyerJob, remindParticipantsJob } from './reminders/remind-participants.ts'

export const PEOPLE_JOBS: readonly Job[] = [
  tellParticipantJob,
  registrationDisownedJob,
  remindParticipantsJob,
  confirmationReminderJob,
  remindBuyerJob,
]
export const PEOPLE_CRONS: readonly Cron[] = [{ job: remindParticipantsJob, match: '15 13 * * *' }]
