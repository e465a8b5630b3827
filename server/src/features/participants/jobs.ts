import { cancelEventRegistrationsJob } from '#server/features/event-cancellation/cancel-event-registrations.ts'
import { eventCancelledJob } from '#server/features/event-cancellation/event-cancelled.ts'
import { announceNewDateJob } from '#server/features/event-cancellation/name-new-date.ts'
import { newDateNamedJob } from '#server/features/event-cancellation/new-date-named.ts'
import type { Job } from '#server/lib/jobs.ts'
import { registrationChangedJob } from './emails/registration-changed.ts'
import { announceMergeJob, categoryMergedJob } from './merge/category-merged.ts'
import { personCorrectedJob } from './panel/correct-person.ts'
import { rightDecidedJob } from './rights/right-decided.ts'

export const PARTICIPANT_JOBS: readonly Job[] = [
  registrationChangedJob,
  cancelEventRegistrationsJob,
  eventCancelledJob,
  announceNewDateJob,
  newDateNamedJob,
  personCorrectedJob,
  announceMergeJob,
  categoryMergedJob,
  rightDecidedJob,
]
