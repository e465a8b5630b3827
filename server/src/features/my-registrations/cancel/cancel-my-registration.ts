import { dayIn } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { canCancel } from '#contract/registration/can-cancel.ts'
import type { Deps } from '#server/deps.ts'
import { getRefundSettings, withdrawalRule } from '#server/features/fees/refund-settings/queries.ts'
import { cancelRegistrations } from '#server/features/payment/cancel-registrations.ts'
import { moneyOf, type NewRefund, refundsBut } from '#server/features/payment/domain/plan-balance.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { makeRefund, type RefundDecision } from '#server/features/payment/refunds/make-refund.ts'
import { lockOwnRegistrations } from '#server/features/payment-page/pay-together/queries.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { refundTermsOf } from '#server/features/registration/domain/refund-terms-of.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { withdrawReturned } from '../return/withdraw-returned.ts'
import { tellOrganizerLater } from './cancellations-requested.ts'

interface Input {
  userId: number
  registrationId: number
  /** The refund that the runner was shown; undefined when nothing was paid. */
  expectedCents: Cents | undefined
  ip: string
}

/**
 * Cancels a registration of the caller; jobs cancel its charges and refund what `refundTerms` says. Returns
 * true when the organizer has to approve and it was only requested. A repeated request gets the same result.
 * Throws 404 for another account's registration, 409 when it cannot be cancelled or the refund differs from
 * the one shown.
 */
export async function cancelMyRegistration(
  deps: Deps,
  { userId, registrationId, expectedCents, ip }: Input,
): Promise<boolean> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const [registration] = await lockOwnRegistrations(tx, [registrationId], userId)
    if (!registration) throw new AppError('not_found')
    // The answer of an earlier request was lost.
    if (registration.status === REGISTRATION_STATUS.cancelled && registration.cancel_reason === 'participant')
      return false
    if (registration.is_returned && registration.event_status === EVENT_STATUS.cancelled)
      throw new AppError('event_cancelled')
    const { provider } = deps.gateway
    const cancellation = { reason: 'participant', at, actorUserId: userId, ip, provider } as const
    const shares = moneyOf(registrationId, payments)
    const paid = paidOf(shares, registration.timezone)
    if (registration.status !== REGISTRATION_STATUS.cancelled) {
      // A job is cancelling the event's registrations with a full refund; the policy would give less.
      if (registration.event_status === EVENT_STATUS.cancelled) throw new AppError('event_cancelled')
      if (paid.isDisputed) throw new AppError('payment_disputed')
      if (registration.is_cancellation_requested) return true
    }
    if (paid.paidCents === 0) {
      await cancelLocked(tx, registration, cancellation)
      return false
    }
    const rule = withdrawalRule(await getRefundSettings(tx, registration.enterprise_id))
    const offer = refundTermsOf(registration, shares, { rule, now: at })
    if (!offer || expectedCents === undefined) throw new AppError('cannot_cancel')
    if (offer.refundCents !== expectedCents) throw new AppError('refund_changed')
    if (registration.is_returned) {
      await withdrawReturned(tx, registration, cancellation)
      return false
    }
    const { reason, keptCents } = offer
    const refund = { reason, askedBy: userId, approvedBy: null }
    if (offer.needsApproval)
      await requestRefunds(tx, registration, refundsBut(registrationId, keptCents, payments), {
        ...cancellation,
        refund,
      })
    else await cancelAndRefund(tx, registration, { ...cancellation, refund, keptCents })
    return offer.needsApproval
  })
}

/** The registration stays active until `decideCancellation`. */
async function requestRefunds(
  tx: Tx,
  { id, event_id }: Pick<Cancellable, 'id' | 'event_id'>,
  refunds: readonly NewRefund[],
  { at, actorUserId, ip, refund }: Cancellation & { refund: RefundDecision },
): Promise<void> {
  for (const one of refunds) await makeRefund(tx, one, { ...refund, waits: true, at })
  await tellOrganizerLater(tx, event_id, at)
  await audit(tx, {
    at,
    actorUserId,
    action: 'cancellation.requested',
    entity: 'registration',
    entityId: id,
    eventId: event_id,
    after: { refund_cents: refunds.reduce((sum, { amountCents }) => sum + amountCents, 0) },
    ip,
  })
}

type Cancellable = Pick<
  Awaited<ReturnType<typeof lockOwnRegistrations>>[number],
  'id' | 'event_id' | 'status' | 'has_payment' | 'registration_ends_on' | 'timezone'
>

interface Cancellation {
  reason: 'participant' | 'organizer'
  note?: string | null
  at: Date
  actorUserId: number
  ip: string
  /** The gateway of new payments, which replace those shared with other registrations. */
  provider: string
}

/** The caller has locked the registration. Throws 409 when it cannot be cancelled. */
export async function cancelLocked(
  tx: Tx,
  registration: Cancellable,
  cancellation: Cancellation,
): Promise<void> {
  const cancellable = canCancel({
    status: registration.status,
    hasPayment: registration.has_payment,
    registrationEndsOn: registration.registration_ends_on,
    today: dayIn(registration.timezone, cancellation.at),
  })
  if (!cancellable) throw new AppError('cannot_cancel')
  await cancelAndRefund(tx, registration, cancellation)
}

/** The caller has locked the registration. */
export async function cancelAndRefund(
  tx: Tx,
  { id, event_id, status }: Pick<Cancellable, 'id' | 'event_id' | 'status'>,
  { note, ip, keptCents = 0, ...cancellation }: Cancellation & { refund?: RefundDecision; keptCents?: Cents },
): Promise<void> {
  await cancelRegistrations(tx, [id], { ...cancellation, retained: new Map([[id, keptCents]]) })
  await audit(tx, {
    at: cancellation.at,
    actorUserId: cancellation.actorUserId,
    action: 'registration.cancelled',
    entity: 'registration',
    entityId: id,
    eventId: event_id,
    before: { status },
    after: { status: REGISTRATION_STATUS.cancelled, ...(note && { note }) },
    ip,
  })
}
