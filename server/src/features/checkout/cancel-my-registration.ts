import { canCancel } from '#contract/can-cancel.ts'
import { dayIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { cancelRegistrations } from '../payment/cancel-registrations.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import { lockOwnRegistrations } from './queries/orders.ts'

interface Input {
  userId: number
  registrationId: number
  ip: string
}

/**
 * Cancels a registration of the caller and releases its spots. Jobs then cancel its charges at the gateway. Throws 404 for another
 * account's registration and 409 when it may not be cancelled.
 */
export async function cancelMyRegistration(deps: Deps, { userId, registrationId, ip }: Input): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    await lockPaymentsOf(tx, [registrationId])
    const [registration] = await lockOwnRegistrations(tx, [registrationId], userId)
    if (!registration) throw new AppError('not_found')
    const { provider } = deps.gateway
    await cancelLocked(tx, registration, { reason: 'participant', at, actorUserId: userId, ip, provider })
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
  await cancelRegistrations(tx, [registration.id], { at, actorUserId, reason, provider })
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
