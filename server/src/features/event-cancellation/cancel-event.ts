import { addDays, dayIn, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { MAX_CREDIT_DAYS } from '#contract/event-cancellation/event-cancellation.ts'
import type { Deps } from '#server/deps.ts'
import {
  confirmPassword,
  requireSamePassword,
} from '#server/features/account/credentials/require-password.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import { setStatus } from '#server/features/event-management/change-status.ts'
import { lockEvent } from '#server/features/event-management/queries/document.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { cancelEventRegistrationsJob, jobKeyOf } from './cancel-event-registrations.ts'
import { getNewDate } from './name-new-date.ts'
import { mayCancelPast, requireOwnEvent } from './policy.ts'
import { insertCancellation, lockEventLevel, type NewCancellation } from './queries.ts'

interface Cancellation extends Omit<NewCancellation, 'by' | 'at'> {
  caller: Caller
  password: string
  ip: string
}

/**
 * Cancels an event (docs/algorithms/cancelling-an-event.md); a job cancels its registrations. Idempotent.
 * Throws 422 on `current_password` and on invalid offers, 409 for a past event that the caller may not
 * cancel.
 */
export async function cancelEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, eventId, password, ip, ...offer }: Cancellation,
): Promise<void> {
  await getAccessibleEvent(deps.db, caller, eventId)
  requireOwnEvent(caller)
  const { reason, newEventId } = offer
  const proof = await confirmPassword(deps, caller, password)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: event, stock levels, accounts (docs/algorithms/stock.md).
    const event = await lockEvent(tx, caller, eventId)
    if (event.status === EVENT_STATUS.cancelled) return
    if (event.status === EVENT_STATUS.expired && !mayCancelPast(caller))
      throw new AppError('state_changed', {
        message: 'Um evento que já aconteceu só pode ser cancelado pela equipe da plataforma.',
      })
    checkCredit(event, { ...offer, at })
    if (newEventId !== null) await getNewDate(tx, event, { newEventId, at })
    await lockEventLevel(tx, eventId)
    await requireSamePassword(tx, caller.userId, proof)
    await setStatus(
      tx,
      { eventId, from: event.status, to: EVENT_STATUS.cancelled, reason },
      { caller, at, ip },
    )
    await insertCancellation(tx, { ...offer, eventId, by: caller.userId, at })
    await addJob(tx, cancelEventRegistrationsJob, { eventId }, { jobKey: jobKeyOf(eventId) })
  })
}

/** Throws 422 for a last day beyond `MAX_CREDIT_DAYS`, and for a new date without a credit. */
function checkCredit(
  { timezone }: { timezone: string },
  { creditUntil, newEventId, at }: { creditUntil: IsoDate | null; newEventId: number | null; at: Date },
): void {
  if (creditUntil === null) {
    if (newEventId !== null) throw invalidField('credit_until', 'Diga até quando o crédito pode ser usado.')
    return
  }
  const today = dayIn(timezone, at)
  const last = addDays(today, MAX_CREDIT_DAYS)
  if (creditUntil <= today || creditUntil > last)
    throw invalidField('credit_until', `Escolha um dia de amanhã até ${toBrazilianDate(last)}.`)
}
