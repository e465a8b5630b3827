import type { Job } from '#server/lib/jobs.ts'
import { cancelEventRegistrationsJob } from './cancel-event/cancel-event-registrations.ts'
import { eventCancelledJob } from './cancel-event/event-cancelled.ts'
import { announceNewDateJob } from './cancel-event/name-new-date.ts'
import { newDateNamedJob } from './cancel-event/new-date-named.ts'
import { registrationChangedJob } from './emails/registration-changed.ts'
import { personCorrectedJob } from './panel/correct-person.ts'

export const PARTICIPANT_JOBS: readonly Job[] = [
  registrationChangedJob,
  cancelEventRegistrationsJob,
  eventCancelledJob,
  announceNewDateJob,
  newDateNamedJob,
  personCorrectedJob,
]
