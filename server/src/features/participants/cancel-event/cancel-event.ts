import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { confirmPassword, requireSamePassword } from '../../account/credentials/require-password.ts'
import { setStatus } from '../../event/manage/change-status.ts'
import { CANCELLED, EXPIRED } from '../../event/manage/domain/status.ts'
import { lockEvent } from '../../event/manage/queries/document.ts'
import { getReachedEvent } from '../../producer/events/queries.ts'
import { cancelEventRegistrationsJob, jobKeyOf } from './cancel-event-registrations.ts'
import { mayCancelPast, requireOwnEvent } from './policy.ts'
import { insertCancellation, lockEventLevel } from './queries.ts'

interface Cancellation {
  caller: Caller
  eventId: number
  reason: string
  donationTo: string | null
  password: string
  ip: string
}

/**
 * Calls an event off: no order for it is accepted any more, and a job cancels its registrations and gives back what was paid
 * (docs/algorithms/cancelling-an-event.md). One that is called off already stays as it is. Throws 422 on `current_password`, 409 for a
 * past event, which only the company calls off.
 */
export async function cancelEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, eventId, reason, donationTo, password, ip }: Cancellation,
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
    await lockEventLevel(tx, eventId)
    await requireSamePassword(tx, caller.userId, proof)
    await setStatus(tx, { eventId, from: event.status, to: CANCELLED, reason }, { caller, at, ip })
    await insertCancellation(tx, { eventId, reason, donationTo, by: caller.userId, at })
    await addJob(tx, cancelEventRegistrationsJob, { eventId }, { jobKey: jobKeyOf(eventId) })
  })
}
