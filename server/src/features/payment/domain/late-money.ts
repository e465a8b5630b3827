import type { IsoDate } from '#contract/dates.ts'

interface GivenUpPlace {
  cancelReason: string | null
  eventStatus: number
  registrationEndsOn: IsoDate
  eventOn: IsoDate
  /** The calendar day where the race is. */
  today: IsoDate
}

const ACTIVE = 1

/**
 * Whether a cancelled registration may come back for money that came late, vacancies permitting. It may when it ran out of time or its
 * own participant gave it up, and the event still takes registrations; what an organizer cancelled stays cancelled.
 */
export const mayComeBack = (place: GivenUpPlace): boolean =>
  (place.cancelReason === 'expired' || place.cancelReason === 'participant') &&
  place.eventStatus === ACTIVE &&
  place.today <= place.registrationEndsOn &&
  place.today <= place.eventOn
