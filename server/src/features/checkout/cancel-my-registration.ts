import { canCancel } from '#contract/can-cancel.ts'
import { dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { CANCELLED } from '../event/manage/domain/status.ts'
import { getRefundSettings, withdrawalRule } from '../fees/refund-settings/queries.ts'
import { cancelRegistrations } from '../payment/cancel-registrations.ts'
import { moneyOf, type NewRefund, refundsBut } from '../payment/domain/settlement.ts'
import { tellCancelledLater } from '../payment/emails/registration-cancelled.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import { makeRefund, type RefundDecision } from '../payment/refunds/make-refund.ts'
import { offerOf } from '../registration/domain/offer-of.ts'
import { paidOf } from '../registration/domain/paid-of.ts'
import { tellOrganizerLater } from './cancellations-requested.ts'
import { lockOwnRegistrations } from './queries/orders.ts'

interface Input {
  userId: number
  registrationId: number
  /** What the runner was told comes back; undefined when nothing was paid. */
  expectedCents: Cents | undefined
  ip: string
}

/**
 * Cancels a registration of the caller and releases its spots. Jobs then cancel its charges at the gateway, and refund of what was paid
 * what `refundOffer` says; where the organizer decides on that, only asks for it and returns true. Throws 404 for another account's
 * registration and 409 when it may not be cancelled, or when what comes back is not what the runner was told.
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
    const { provider } = deps.gateway
    const cancellation = { reason: 'participant', at, actorUserId: userId, ip, provider } as const
    const shares = moneyOf(registrationId, payments)
    const paid = paidOf(shares, registration.timezone)
    if (registration.status !== REGISTRATION_STATUS.cancelled) {
      // A job is cancelling its registrations: by the event's policy less would come back.
      if (registration.event_status === CANCELLED) throw new AppError('event_cancelled')
      if (paid.isDisputed) throw new AppError('payment_disputed')
      if (registration.is_cancellation_requested) throw new AppError('cancellation_requested')
    }
    if (paid.paidCents === 0) {
      await cancelLocked(tx, registration, cancellation)
      return false
    }
    const rule = withdrawalRule(await getRefundSettings(tx, registration.enterprise_id))
    const offer = offerOf(registration, shares, { rule, now: at })
    if (!offer || expectedCents === undefined) throw new AppError('cannot_cancel')
    if (offer.refundCents !== expectedCents) throw new AppError('refund_changed')
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

/** The registration stays as it is until `decideCancellation`. */
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
  /** What an organizer gave as the reason. */
  note?: string | null
  at: Date
  actorUserId: number
  ip: string
  /** The gateway of payments that replace those shared with other registrations. */
  provider: string
}

/** Cancels a registration whose lock the caller holds. Throws 409 when it may not be cancelled. */
export async function cancelLocked(
  tx: Tx,
  registration: Cancellable,
  { reason, note = null, at, actorUserId, ip, provider }: Cancellation,
): Promise<void> {
  const cancellable = canCancel({
    status: registration.status,
    hasPayment: registration.has_payment,
    registrationEndsOn: registration.registration_ends_on,
    today: dayIn(registration.timezone, at),
  })
  if (!cancellable) throw new AppError('cannot_cancel')
  await cancelAndRefund(tx, registration, { reason, note, at, actorUserId, ip, provider })
}

/** Cancels a registration whose lock the caller holds, with the payments' of it, and refunds what was paid. */
export async function cancelAndRefund(
  tx: Tx,
  registration: Pick<Cancellable, 'id' | 'event_id' | 'status'>,
  {
    reason,
    note,
    at,
    actorUserId,
    ip,
    provider,
    refund,
    keptCents = 0,
  }: Cancellation & { refund?: RefundDecision; keptCents?: Cents },
): Promise<void> {
  await cancelRegistrations(tx, [registration.id], {
    at,
    actorUserId,
    reason,
    provider,
    kept: new Map([[registration.id, keptCents]]),
    ...(refund && { refund }),
  })
  await tellCancelledLater(tx, { registrationId: registration.id, by: reason }, at)
  await audit(tx, {
    at,
    actorUserId,
    action: 'registration.cancelled',
    entity: 'registration',
    entityId: registration.id,
    eventId: registration.event_id,
    before: { status: registration.status },
    after: { status: REGISTRATION_STATUS.cancelled, ...(note && { note }) },
    ip,
  })
}
