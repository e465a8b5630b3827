import type { ClosedReason } from '#contract/event/event.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'

export interface EventState {
  /** The stored status: 0 Inativo, 1 Ativo, 2 Expirado, 3 Cancelado. */
  status: number
  registrationStartsOn: string
  registrationEndsOn: string
  eventOn: string
  /** Today in the event's time zone. */
  today: string
  /** Some combination of modality, category, kit and size has a spot at every level. */
  hasVacancy: boolean
  /** Some category has a kit, sold out or not. */
  hasOffer: boolean
}

export interface EffectiveStatus {
  status: 0 | 1
  closed_reason: ClosedReason | null
}

const closed = (closed_reason: ClosedReason): EffectiveStatus => ({
  status: EVENT_STATUS.closed,
  closed_reason,
})

/** The first applicable reason; the last day is included. `isOpen` in queries.ts is the same rule in SQL. */
export function effectiveStatus(event: EventState): EffectiveStatus {
  if (event.status === EVENT_STATUS.cancelled) return closed('cancelled')
  if (
    event.status === EVENT_STATUS.expired ||
    event.today > event.eventOn ||
    event.today > event.registrationEndsOn
  )
    return closed('ended')
  if (event.status === EVENT_STATUS.closed || !event.hasOffer) return closed('inactive')
  if (!event.hasVacancy) return closed('sold_out')
  if (event.today < event.registrationStartsOn) return closed('not_yet')
  return { status: EVENT_STATUS.open, closed_reason: null }
}
