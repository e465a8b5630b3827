import type { Cron, Job } from '#server/lib/jobs.ts'
import { groupInvitationJob, remindInvitedJob } from './invited/group-invitation.ts'

export const GROUP_JOBS: readonly Job[] = [groupInvitationJob, remindInvitedJob]
export const GROUP_CRONS: readonly Cron[] = [{ job: remindInvitedJob, match: '30 12 * * *' }]
