import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'

interface CancelledRegistration {
  cancelReason: string | null
  eventStatus: number
  registrationEndsOn: IsoDate
  eventOn: IsoDate
  /** In the event's time zone. */
  today: IsoDate
}

/**
 * Whether a late payment may restore a registration, if spots are left: it expired or was cancelled by its
 * participant, and the event still takes registrations.
 */
export const mayBeRestored = (registration: CancelledRegistration): boolean =>
  (registration.cancelReason === 'expired' || registration.cancelReason === 'participant') &&
  registration.eventStatus === EVENT_STATUS.open &&
  registration.today <= registration.registrationEndsOn &&
  registration.today <= registration.eventOn
