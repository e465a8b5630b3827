import type { Job } from '#server/lib/jobs.ts'
import { cancelEventRegistrationsJob } from './cancel-event/cancel-event-registrations.ts'
import { eventCancelledJob } from './cancel-event/event-cancelled.ts'
import { registrationChangedJob } from './emails/registration-changed.ts'

export const PARTICIPANT_JOBS: readonly Job[] = [
  registrationChangedJob,
  cancelEventRegistrationsJob,
  eventCancelledJob,
]
