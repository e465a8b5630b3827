import type { ClosedReason } from '#contract/event.ts'

export interface EventState {
  /** As stored: 0 Inativo, 1 Ativo, 2 Expirado, 3 Cancelado. */
  status: number
  registrationStartsOn: string
  registrationEndsOn: string
  eventOn: string
  /** The calendar day it is now where the event takes place. */
  today: string
  /** Something can be bought: any way through modality, category, kit and size has a vacancy at every level. */
  hasVacancy: boolean
  /** Something is on offer at all, sold out or not. */
  hasOffer: boolean
}

export interface EffectiveStatus {
  status: 0 | 1
  closed_reason: ClosedReason | null
}

const closed = (closed_reason: ClosedReason): EffectiveStatus => ({ status: 0, closed_reason })

/**
 * Whether a registration would be taken now, and if not, the first reason a person would give. The window's last day is
 * inclusive; days are those of the event's own time zone. `queries.ts` says "open" the same way in SQL, for filter and order.
 */
export function effectiveStatus(event: EventState): EffectiveStatus {
  if (event.status === 3) return closed('cancelled')
  if (event.status === 2 || event.today > event.eventOn || event.today > event.registrationEndsOn)
    return closed('ended')
  if (event.status === 0 || !event.hasOffer) return closed('inactive')
  if (!event.hasVacancy) return closed('sold_out')
  if (event.today < event.registrationStartsOn) return closed('not_yet')
  return { status: 1, closed_reason: null }
}
