import { dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import {
  type CancelReason,
  confirmRegistrations,
  releaseRegistrations,
  reopenRegistrations,
} from '../registration/queries.ts'
import { retakeSpots } from '../registration/retake-spots.ts'
import { mayComeBack } from './domain/late-money.ts'
import type { Effect } from './domain/transitions.ts'
import { registrationConfirmedJob } from './emails/registration-confirmed.ts'
import {
  getEventWindow,
  type LockedPayment,
  listOpenBeside,
  listPaidBeside,
  updatePayment,
  writeLedger,
} from './queries.ts'
import { settleLater } from './settlement/settle-later.ts'

interface Circumstances {
  at: Date
  /** Of a release. */
  reason: CancelReason
}

/** Does to a payment's registrations, all locked by the caller, what its step says. `payment` is as it was before the step. */
export async function applyEffect(
  tx: Tx,
  effect: Effect,
  payment: LockedPayment,
  { at, reason }: Circumstances,
): Promise<void> {
  // A flag is the payment's status itself.
  if (effect === 'none' || effect === 'flag') return
  const paidBeside = await listPaidBeside(tx, payment.id, idsOf(payment.registrations))
  if (effect === 'confirm') return confirm(tx, payment, paidBeside, at)

  // Somebody else's money keeps a registration where it is.
  const alone = payment.registrations.filter(
    ({ id }) => !paidBeside.some((paid) => paid.registration_id === id),
  )
  if (effect === 'reopen') return reopenRegistrations(tx, idsOf(alone), at)
  await releaseRegistrations(tx, idsOf(alone), reason, at)
}

async function confirm(
  tx: Tx,
  payment: LockedPayment,
  paidBeside: Awaited<ReturnType<typeof listPaidBeside>>,
  at: Date,
): Promise<void> {
  const isCovered = (registration: { id: number; total_cents: number }) =>
    paidBeside
      .filter((paid) => paid.registration_id === registration.id)
      .reduce((sum, paid) => sum + paid.amount_cents, 0) >= registration.total_cents
  const [other] = paidBeside
  if (other && payment.registrations.every(isCovered)) {
    await updatePayment(tx, payment.id, { duplicate_of: other.payment_id, updated_at: at })
    return needRefund(tx, payment, { reason: 'duplicate' }, at)
  }

  const cancelled = payment.registrations.filter(({ status }) => status === REGISTRATION_STATUS.cancelled)
  const wasOver = payment.status === PAYMENT_STATUS.cancelled || payment.status === PAYMENT_STATUS.expired
  if (wasOver || cancelled.length > 0) await updatePayment(tx, payment.id, { late: true, updated_at: at })
  for (const registration of cancelled) {
    if (await comesBack(tx, registration, at)) continue
    await needRefund(tx, payment, { reason: 'late', registrationId: registration.id }, at)
  }
  for (const registrationId of await confirmRegistrations(tx, idsOf(payment.registrations), at))
    await addJob(tx, registrationConfirmedJob, { registrationId })
  // Money for a charge that was replaced meanwhile: what is still asked for, or owed back, is to be looked at again.
  const again = wasOver
    ? idsOf(payment.registrations)
    : await listOpenBeside(tx, payment.id, idsOf(payment.registrations))
  for (const registrationId of again) await settleLater(tx, registrationId)
}

/** Takes the place of a cancelled registration again, if nothing speaks against it. */
async function comesBack(
  tx: Tx,
  registration: LockedPayment['registrations'][number],
  at: Date,
): Promise<boolean> {
  // Whoever excluded their account left a registration that names nobody.
  if (registration.anonymized_at !== null) return false
  const event = await getEventWindow(tx, registration.event_id)
  const place = {
    cancelReason: registration.cancel_reason,
    eventStatus: event.status,
    registrationEndsOn: event.registration_ends_on,
    eventOn: event.event_on,
    today: dayIn(event.timezone, at),
  }
  return mayComeBack(place) && (await retakeSpots(tx, registration.id, at)).outcome === 'changed'
}

/** Money that bought nothing: kept in the ledger until a person, or a gateway that can, gives it back. */
const needRefund = (
  tx: Tx,
  payment: LockedPayment,
  detail: { reason: string; registrationId?: number },
  at: Date,
): Promise<void> =>
  writeLedger(tx, {
    paymentId: payment.id,
    at,
    kind: 'refund_needed',
    fromStatus: payment.status,
    toStatus: null,
    applied: true,
    source: 'system',
    detail,
  })

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id)
