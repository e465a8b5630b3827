import { dayIn } from '#contract/dates.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import {
  type CancelReason,
  confirmRegistrations,
  releaseRegistrations,
  reopenRegistrations,
  retakeSpots,
} from '../registration/queries.ts'
import { mayBeRestored } from './domain/late-payment.ts'
import { refundableCents } from './domain/settlement.ts'
import type { Effect } from './domain/transitions.ts'
import { registrationConfirmedJob } from './emails/registration-confirmed.ts'
import { settleLater } from './follow-up-jobs.ts'
import {
  getEventWindow,
  type LockedPayment,
  listItems,
  listOtherOpen,
  listOtherPaid,
  updatePayment,
} from './queries.ts'
import { refundItems } from './refunds/make-refund.ts'

/**
 * Applies a payment transition to the registrations it covers; the caller holds their locks. `payment` is its state before the
 * transition, `reason` the cancel reason of a release, `only` the registrations that may be released; by default all.
 */
export async function applyEffect(
  tx: Tx,
  effect: Effect,
  payment: LockedPayment,
  { at, reason, only }: { at: Date; reason: CancelReason; only?: readonly number[] },
): Promise<void> {
  // The payment's status itself is the flag.
  if (effect === 'none' || effect === 'flag') return
  const otherPaid = await listOtherPaid(tx, payment.id, idsOf(payment.registrations))
  if (effect === 'confirm') return confirm(tx, payment, otherPaid, at)

  const unpaid = payment.registrations.filter(
    ({ id }) => !otherPaid.some((paid) => paid.registration_id === id) && (only?.includes(id) ?? true),
  )
  if (effect === 'reopen') return reopenRegistrations(tx, idsOf(unpaid), at)
  await releaseRegistrations(tx, idsOf(unpaid), reason, at)
}

async function confirm(
  tx: Tx,
  payment: LockedPayment,
  otherPaid: Awaited<ReturnType<typeof listOtherPaid>>,
  at: Date,
): Promise<void> {
  const isCovered = (registration: { id: number; total_cents: number }) =>
    otherPaid
      .filter((paid) => paid.registration_id === registration.id)
      .reduce((sum, paid) => sum + paid.amount_cents, 0) >= registration.total_cents
  const [other] = otherPaid
  if (other && payment.registrations.every(isCovered)) {
    await updatePayment(tx, payment.id, { duplicate_of: other.payment_id, updated_at: at })
    return refundItems(tx, payment.id, 'duplicate', at)
  }

  const cancelled = payment.registrations.filter(({ status }) => status === REGISTRATION_STATUS.cancelled)
  const wasOver = payment.status === PAYMENT_STATUS.cancelled || payment.status === PAYMENT_STATUS.expired
  if (wasOver || cancelled.length > 0) await updatePayment(tx, payment.id, { late: true, updated_at: at })
  const items = await listItems(tx, payment.id)
  for (const registration of cancelled) {
    const item = items.find(({ registrationId }) => registrationId === registration.id)
    // A refund of it was decided on before a dispute that has been won.
    const isWhole = item !== undefined && refundableCents(item) === item.amountCents
    if (isWhole && (await restoreRegistration(tx, registration, at))) continue
    await refundItems(tx, payment.id, 'late', at, [registration.id])
  }
  for (const registrationId of await confirmRegistrations(tx, idsOf(payment.registrations), at))
    await addJob(tx, registrationConfirmedJob, { registrationId })
  // The payment of a replaced charge changes what the registration still owes or is credited.
  const toSettle =
    wasOver || other
      ? idsOf(payment.registrations)
      : await listOtherOpen(tx, payment.id, idsOf(payment.registrations))
  for (const registrationId of toSettle) await settleLater(tx, registrationId)
}

/** Takes the spots of a cancelled registration again, if the rules and the stock allow it. */
async function restoreRegistration(
  tx: Tx,
  registration: LockedPayment['registrations'][number],
  at: Date,
): Promise<boolean> {
  // The account was deleted: the registration has no personal data any more.
  if (registration.anonymized_at !== null) return false
  const event = await getEventWindow(tx, registration.event_id)
  const cancelled = {
    cancelReason: registration.cancel_reason,
    eventStatus: event.status,
    registrationEndsOn: event.registration_ends_on,
    eventOn: event.event_on,
    today: dayIn(event.timezone, at),
  }
  return mayBeRestored(cancelled) && (await retakeSpots(tx, registration.id, at)).outcome === 'changed'
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id)
