import { addDays, dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { getRefundSettings } from '#server/features/fees/refund-settings/queries.ts'
import {
  type CancelReason,
  differencePaid,
  registrationPaidTooLate,
} from '#server/features/outbox/domain-events.ts'
import { endChanges, listChanging } from '#server/features/registration/changes/queries.ts'
import {
  confirmRegistrations,
  getLevelKind,
  releaseRegistrations,
  reopenRegistrations,
  retakeSpots,
} from '#server/features/registration/queries.ts'
import type { Tx } from '#server/lib/db.ts'
import { publish } from '#server/lib/outbox.ts'
import { setRetainedAmount } from './balancing/queries.ts'
import { mayBeRestored } from './domain/late-payment.ts'
import { isWaiting, refundableCents } from './domain/plan-balance.ts'
import type { Effect } from './domain/transitions.ts'
import { balanceLater } from './follow-up-jobs.ts'
import { closeChoice, findChoice, openChoice } from './held-refunds/queries.ts'
import { endUnpaidChanges, withChanges } from './pay-changes.ts'
import { listItems, listOtherOpen, listOtherPaid, paidBy } from './queries/items.ts'
import type { LockedPayment } from './queries/locks.ts'
import { getEventWindow, updatePayment } from './queries/payments.ts'
import { refundItems } from './refunds/make-refund.ts'

/**
 * Applies a payment transition to its registrations, which the caller has locked. `payment` is the state
 * before, `reason` the cancel reason of a release; `only` limits the registrations that may be released.
 */
export async function applyEffect(
  tx: Tx,
  effect: Effect,
  payment: LockedPayment,
  { at, reason, only }: { at: Date; reason: CancelReason; only?: readonly number[] },
): Promise<void> {
  // 'flag' changes no registration: the payment's status shows the dispute.
  if (effect === 'none' || effect === 'flag') return
  const otherPaid = await listOtherPaid(tx, payment.id, idsOf(payment.registrations))
  if (effect === 'confirm') return confirm(tx, await withChanges(tx, payment, otherPaid, at), otherPaid, at)

  // Only the difference of a change was unpaid: the change ends, and its registration stays as it was.
  const unchanged = isWaiting(payment.status) ? await endUnpaidChanges(tx, payment, at) : new Set()
  const affected = payment.registrations.filter(
    ({ id }) => !unchanged.has(id) && (only?.includes(id) ?? true),
  )
  const isPaidOtherwise = ({ id }: { id: number }) => otherPaid.some((paid) => paid.registration_id === id)
  const unpaid = affected.filter((registration) => !isPaidOtherwise(registration))
  if (effect === 'reopen') {
    const changing = await listChanging(tx, idsOf(unpaid))
    await endChanges(tx, [...changing], 'replaced', at)
    for (const id of changing) await balanceLater(tx, id)
    return reopenRegistrations(tx, idsOf(unpaid), at)
  }
  // Registrations that another payment paid owe only a difference. Confirmed ones stay active; pending ones
  // took another place, for which the difference must be paid.
  const unfinished = affected.filter(
    (one) => isPaidOtherwise(one) && one.status === REGISTRATION_STATUS.pending,
  )
  await releaseRegistrations(
    tx,
    [...idsOf(unpaid), ...idsOf(unfinished)].sort((a, b) => a - b),
    reason,
    at,
  )
  // Open payments of a released registration are replaced or cancelled.
  const withOpenPayment = await listOtherOpen(tx, payment.id, idsOf(unpaid))
  for (const id of new Set([...idsOf(unfinished), ...withOpenPayment])) await balanceLater(tx, id)
}

async function confirm(
  tx: Tx,
  payment: LockedPayment,
  otherPaid: Awaited<ReturnType<typeof listOtherPaid>>,
  at: Date,
): Promise<void> {
  const isCovered = (registration: { id: number; total_cents: number }) =>
    paidBy(otherPaid, registration.id) >= registration.total_cents
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
    // A refund of the item may have been decided on before a dispute that was won.
    const isWhole = item !== undefined && refundableCents(item) === item.amountCents
    const paidCents = (item?.amountCents ?? 0) + paidBy(otherPaid, registration.id)
    // A difference alone does not pay for a spot.
    if (isWhole && paidCents >= registration.total_cents) {
      if (await restoreOrHold(tx, registration, paidCents, at)) continue
    }
    await refundItems(tx, payment.id, 'late', at, [registration.id])
  }
  await confirmRegistrations(tx, idsOf(payment.registrations), at)
  // A registration that was already confirmed owed only a difference, which is now paid.
  const differences = payment.registrations.filter(
    ({ id, status }) => status === REGISTRATION_STATUS.confirmed && paidBy(otherPaid, id) > 0,
  )
  await publish(
    tx,
    differencePaid,
    differences.map(({ id }) => ({ registrationId: id, paymentId: payment.id })),
    at,
  )
  // The payment of a replaced charge changes what the registration owes or has overpaid.
  const toSettle =
    wasOver || other
      ? idsOf(payment.registrations)
      : await listOtherOpen(tx, payment.id, idsOf(payment.registrations))
  for (const registrationId of toSettle) await balanceLater(tx, registrationId)
}

/**
 * Takes the spots of a cancelled registration again. If only its kit, size or coupon is gone, holds the
 * payment until its runner has decided (docs/algorithms/payment.md, "Money that waits for its runner").
 * Returns false when the payment must be refunded.
 */
async function restoreOrHold(
  tx: Tx,
  registration: LockedPayment['registrations'][number],
  paidCents: Cents,
  at: Date,
): Promise<boolean> {
  // The account was deleted, and the registration has no personal data any more.
  if (registration.anonymized_at !== null) return false
  const event = await getEventWindow(tx, registration.event_id)
  const today = dayIn(event.timezone, at)
  const cancelled = {
    cancelReason: registration.cancel_reason,
    eventStatus: event.status,
    registrationEndsOn: event.registration_ends_on,
    eventOn: event.event_on,
    today,
  }
  if (!mayBeRestored(cancelled)) return false
  const change = await retakeSpots(tx, registration.id, at)
  if (change.outcome === 'changed') {
    await endOffer(tx, registration.id, at)
    return true
  }
  if (change.outcome !== 'sold_out' || !REPLACEABLE.includes(await getLevelKind(tx, change.levelId)))
    return false
  const { choice_days: days } = await getRefundSettings(tx, event.enterprise_id)
  const [endsOn = today] = [addDays(today, days), event.registration_ends_on, event.event_on].sort()
  await setRetainedAmount(tx, [registration.id], paidCents)
  await openChoice(tx, { registrationId: registration.id, eventId: event.id, kind: 'late', endsOn })
  await publish(tx, registrationPaidTooLate, [{ registrationId: registration.id }], at)
  return true
}

/** Stock levels that another choice in the category avoids; checked after event, modality and category. */
const REPLACEABLE: readonly string[] = ['kit', 'shirt_size', 'right', 'coupon']

/** The registration has its spots again: the runner need not choose another place. */
async function endOffer(tx: Tx, registrationId: number, at: Date): Promise<void> {
  const waiting = await findChoice(tx, registrationId)
  if (waiting?.choice !== null) return
  await closeChoice(tx, registrationId, { choice: 'place', at, by: null })
  await setRetainedAmount(tx, [registrationId], 0)
}

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id)
