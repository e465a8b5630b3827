import { dayIn, type IsoDate } from '#contract/dates.ts'
import { mayBeRestored } from './late-payment.ts'

/** How long a runner may undo a cancellation. */
export const UNDO_MS = 10 * 60_000

export interface Undoable {
  cancel_reason: string | null
  cancelled_at: Date | null
  has_moved_money: boolean
  event_status: number
  event_on: IsoDate
  registration_ends_on: IsoDate
  timezone: string
}

/**
 * Until when the runner may undo the cancellation, or why not. Only the attempt shows whether the place is still
 * free.
 */
export function undoOffer(registration: Undoable, now: Date): { until: Date } | { problem: string } {
  const { cancel_reason: cancelReason, cancelled_at: cancelledAt, timezone } = registration
  if (cancelReason !== 'participant' || !cancelledAt)
    return { problem: 'Este cancelamento não pode ser desfeito.' }
  const until = new Date(cancelledAt.getTime() + UNDO_MS)
  if (now >= until)
    return {
      problem:
        'Os 10 minutos para desfazer o cancelamento já passaram. Se ainda houver vaga, faça a inscrição de novo.',
    }
  if (registration.has_moved_money)
    return {
      problem: 'O pagamento desta inscrição mudou. Por isso o cancelamento não pode mais ser desfeito.',
    }
  const isOpen = mayBeRestored({
    cancelReason,
    eventStatus: registration.event_status,
    registrationEndsOn: registration.registration_ends_on,
    eventOn: registration.event_on,
    today: dayIn(timezone, now),
  })
  return isOpen ? { until } : { problem: 'As inscrições para este evento estão encerradas.' }
}
