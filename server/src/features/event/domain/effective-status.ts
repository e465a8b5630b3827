import type { ClosedReason } from '#contract/event.ts'

export interface EventState {
  /** As stored: 0 Inativo, 1 Ativo, 2 Expirado, 3 Cancelado. */
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

const closed = (closed_reason: ClosedReason): EffectiveStatus => ({ status: 0, closed_reason })

/**
 * Whether registrations are open now and, if not, the first reason that applies. The last day is included; days are in
 * the event's time zone. `isOpen` in queries.ts is the same rule in SQL.
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
