import type { IsoDate } from '#contract/dates.ts'

interface CancelledRegistration {
  cancelReason: string | null
  eventStatus: number
  registrationEndsOn: IsoDate
  eventOn: IsoDate
  /** In the event's time zone. */
  today: IsoDate
}

const ACTIVE = 1

/**
 * Whether a late payment may restore a cancelled registration, if spots are left: it expired or its participant cancelled it, and
 * the event still takes registrations. What an organizer cancelled stays cancelled.
 */
export const mayBeRestored = (registration: CancelledRegistration): boolean =>
  (registration.cancelReason === 'expired' || registration.cancelReason === 'participant') &&
  registration.eventStatus === ACTIVE &&
  registration.today <= registration.registrationEndsOn &&
  registration.today <= registration.eventOn
