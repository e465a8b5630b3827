import { canCancel } from '#contract/can-cancel.ts'
import { dayIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import { withdrawalOf } from '#contract/withdrawal.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { getRefundSettings, withdrawalRule } from '../fees/refund-settings/queries.ts'
import { cancelRegistrations } from '../payment/cancel-registrations.ts'
import { moneyOf } from '../payment/domain/settlement.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import type { RefundDecision } from '../payment/refunds/make-refund.ts'
import { paidOf } from '../registration/domain/paid-of.ts'
import { lockOwnRegistrations } from './queries/orders.ts'

interface Input {
  userId: number
  registrationId: number
  /** Also when it is paid, as long as its buyer may withdraw. */
  refund: boolean
  ip: string
}

/**
 * Cancels a registration of the caller and releases its spots. Jobs then cancel its charges at the gateway, and refund what was paid.
 * Throws 404 for another account's registration and 409 when it may not be cancelled.
 */
export async function cancelMyRegistration(
  deps: Deps,
  { userId, registrationId, refund, ip }: Input,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId])
    const [registration] = await lockOwnRegistrations(tx, [registrationId], userId)
    if (!registration) throw new AppError('not_found')
    const { provider } = deps.gateway
    const cancellation = { reason: 'participant', at, actorUserId: userId, ip, provider } as const
    const paid = paidOf(moneyOf(registrationId, payments), registration.timezone)
    if (!refund || paid.paidCents === 0) return cancelLocked(tx, registration, cancellation)
    const withdrawal = withdrawalOf({
      status: registration.status,
      ...paid,
      eventOn: registration.event_on,
      today: dayIn(registration.timezone, at),
      rule: withdrawalRule(await getRefundSettings(tx, registration.enterprise_id)),
    })
    if (!withdrawal) throw new AppError('cannot_cancel')
    const decision = { reason: 'withdrawal', askedBy: userId, approvedBy: null } as const
    await cancelAndRefund(tx, registration, { ...cancellation, refund: decision })
  })
}

type Cancellable = Pick<
  Awaited<ReturnType<typeof lockOwnRegistrations>>[number],
  'id' | 'event_id' | 'status' | 'has_payment' | 'registration_ends_on' | 'timezone'
>

interface Cancellation {
  reason: 'participant' | 'organizer'
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
  { reason, at, actorUserId, ip, provider }: Cancellation,
): Promise<void> {
  const cancellable = canCancel({
    status: registration.status,
    hasPayment: registration.has_payment,
    registrationEndsOn: registration.registration_ends_on,
    today: dayIn(registration.timezone, at),
  })
  if (!cancellable) throw new AppError('cannot_cancel')
  await cancelAndRefund(tx, registration, { reason, at, actorUserId, ip, provider })
}

/** Cancels a registration whose lock the caller holds, with the payments' of it, and refunds what was paid. */
export async function cancelAndRefund(
  tx: Tx,
  registration: Pick<Cancellable, 'id' | 'event_id' | 'status'>,
  { reason, at, actorUserId, ip, provider, refund }: Cancellation & { refund?: RefundDecision },
): Promise<void> {
  await cancelRegistrations(tx, [registration.id], {
    at,
    actorUserId,
    reason,
    provider,
    ...(refund && { refund }),
  })
  await audit(tx, {
    at,
    actorUserId,
    action: 'registration.cancelled',
    entity: 'registration',
    entityId: registration.id,
    eventId: registration.event_id,
    before: { status: registration.status },
    after: { status: REGISTRATION_STATUS.cancelled },
    ip,
  })
}
