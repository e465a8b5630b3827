import { addDays, dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { PAYMENT_STATUS, REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Tx } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { getRefundSettings } from '../fees/refund-settings/queries.ts'
import {
  type CancelReason,
  confirmRegistrations,
  getLevelKind,
  releaseRegistrations,
  reopenRegistrations,
  retakeSpots,
} from '../registration/queries.ts'
import { mayBeRestored } from './domain/late-payment.ts'
import { refundableCents } from './domain/settlement.ts'
import type { Effect } from './domain/transitions.ts'
import { differencePaidJob } from './emails/difference-paid.ts'
import { registrationConfirmedJob } from './emails/registration-confirmed.ts'
import { offerPlaceLater, settleLater } from './follow-up-jobs.ts'
import {
  getEventWindow,
  type LockedPayment,
  listItems,
  listOtherOpen,
  listOtherPaid,
  updatePayment,
} from './queries.ts'
import { closeChoice, findChoice, openChoice } from './refund-choices/queries.ts'
import { refundItems } from './refunds/make-refund.ts'
import { keepPaid } from './settlement/queries.ts'

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

  const affected = payment.registrations.filter(({ id }) => only?.includes(id) ?? true)
  const isPaidOtherwise = ({ id }: { id: number }) => otherPaid.some((paid) => paid.registration_id === id)
  const unpaid = affected.filter((registration) => !isPaidOtherwise(registration))
  if (effect === 'reopen') return reopenRegistrations(tx, idsOf(unpaid), at)
  // A confirmed one stands without a difference that it owes; one that took another place waits for it.
  const unfinished = affected.filter(
    (one) => isPaidOtherwise(one) && one.status === REGISTRATION_STATUS.pending,
  )
  await releaseRegistrations(
    tx,
    [...idsOf(unpaid), ...idsOf(unfinished)].sort((a, b) => a - b),
    reason,
    at,
  )
  // What was still asked of a released one is asked no more.
  const asked = await listOtherOpen(tx, payment.id, idsOf(unpaid))
  for (const id of new Set([...idsOf(unfinished), ...asked])) await settleLater(tx, id)
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
    // A refund of it was decided on before a dispute that has been won.
    const isWhole = item !== undefined && refundableCents(item) === item.amountCents
    const paidCents = (item?.amountCents ?? 0) + paidBy(otherPaid, registration.id)
    // A difference alone pays for no place.
    if (isWhole && paidCents >= registration.total_cents) {
      if (await restoreOrHold(tx, registration, paidCents, at)) continue
    }
    await refundItems(tx, payment.id, 'late', at, [registration.id])
  }
  for (const registrationId of await confirmRegistrations(tx, idsOf(payment.registrations), at))
    await addJob(tx, registrationConfirmedJob, { registrationId })
  // Whoever was confirmed already has paid a difference: no other message thanks them.
  for (const { id } of payment.registrations.filter(
    ({ id, status }) => status === REGISTRATION_STATUS.confirmed && paidBy(otherPaid, id) > 0,
  ))
    await addJob(tx, differencePaidJob, { registrationId: id, paymentId: payment.id })
  // The payment of a replaced charge changes what the registration still owes or is credited.
  const toSettle =
    wasOver || other
      ? idsOf(payment.registrations)
      : await listOtherOpen(tx, payment.id, idsOf(payment.registrations))
  for (const registrationId of toSettle) await settleLater(tx, registrationId)
}

/**
 * Takes the spots of a cancelled registration again, if the rules and the stock allow it. When only its kit, size or coupon is gone, keeps
 * what was paid until its runner has decided (docs/algorithms/payment.md, "Money that waits for its runner"). False: it is to be refunded.
 */
async function restoreOrHold(
  tx: Tx,
  registration: LockedPayment['registrations'][number],
  paidCents: Cents,
  at: Date,
): Promise<boolean> {
  // The account was deleted: the registration has no personal data any more.
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
  await keepPaid(tx, [registration.id], paidCents)
  await openChoice(tx, { registrationId: registration.id, eventId: event.id, kind: 'late', endsOn })
  await offerPlaceLater(tx, registration.id)
  return true
}

/** What another choice of the same category can do without; it is checked after the event, the modality and the category. */
const REPLACEABLE: readonly string[] = ['kit', 'shirt_size', 'coupon']

/** The runner has a place again: nothing is left to choose. */
async function endOffer(tx: Tx, registrationId: number, at: Date): Promise<void> {
  const waiting = await findChoice(tx, registrationId)
  if (waiting?.choice !== null) return
  await closeChoice(tx, registrationId, { choice: 'place', at, by: null })
  await keepPaid(tx, [registrationId], 0)
}

const paidBy = (paid: Awaited<ReturnType<typeof listOtherPaid>>, registrationId: number): Cents =>
  paid
    .filter(({ registration_id }) => registration_id === registrationId)
    .reduce((sum, { amount_cents }) => sum + amount_cents, 0)

const idsOf = (rows: readonly { id: number }[]): number[] => rows.map((row) => row.id)
