import { addDays, dayIn, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { MAX_CREDIT_DAYS } from '#contract/event-cancellation.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { confirmPassword, requireSamePassword } from '../../account/credentials/require-password.ts'
import { setStatus } from '../../event/manage/change-status.ts'
import { CANCELLED, EXPIRED } from '../../event/manage/domain/status.ts'
import { lockEvent } from '../../event/manage/queries/document.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { cancelEventRegistrationsJob, jobKeyOf } from './cancel-event-registrations.ts'
import { getNewDate } from './name-new-date.ts'
import { mayCancelPast, requireOwnEvent } from './policy.ts'
import { insertCancellation, lockEventLevel } from './queries.ts'

interface Cancellation {
  caller: Caller
  eventId: number
  reason: string
  donationTo: string | null
  /** Until when runners may use what they paid for the new date; null: they may not. */
  creditUntil: IsoDate | null
  /** The new date; it may be named later. */
  newEventId: number | null
  password: string
  ip: string
}

/**
 * Calls an event off: no order for it is accepted any more, and a job cancels its registrations and gives back what was paid
 * (docs/algorithms/cancelling-an-event.md). One that is called off already stays as it is. Throws 422 on `current_password` and on what is offered, 409 for a
 * past event, which only the company calls off.
 */
export async function cancelEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, eventId, reason, donationTo, creditUntil, newEventId, password, ip }: Cancellation,
): Promise<void> {
  await getReachedEvent(deps.db, caller, eventId)
  requireOwnEvent(caller)
  const proof = await confirmPassword(deps, caller, password)
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: event, stock levels, accounts (docs/algorithms/stock.md).
    const event = await lockEvent(tx, caller, eventId)
    if (event.status === CANCELLED) return
    if (event.status === EXPIRED && !mayCancelPast(caller))
      throw new AppError('state_changed', {
        message: 'Um evento que já aconteceu só pode ser cancelado pela equipe da plataforma.',
      })
    checkCredit(event, { creditUntil, newEventId, at })
    if (newEventId !== null) await getNewDate(tx, event, { newEventId, at })
    await lockEventLevel(tx, eventId)
    await requireSamePassword(tx, caller.userId, proof)
    await setStatus(tx, { eventId, from: event.status, to: CANCELLED, reason }, { caller, at, ip })
    await insertCancellation(tx, {
      eventId,
      reason,
      donationTo,
      creditUntil,
      newEventId,
      by: caller.userId,
      at,
    })
    await addJob(tx, cancelEventRegistrationsJob, { eventId }, { jobKey: jobKeyOf(eventId) })
  })
}

/** Throws 422 on a last day of the credit that is not one of the next `MAX_CREDIT_DAYS`, and on a new date without a credit. */
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
