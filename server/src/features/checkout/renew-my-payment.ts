import { dayIn } from '#contract/dates.ts'
import { paidCents, paymentChoices } from '#contract/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { PaymentType } from '../payment/gateways/gateway.ts'
import { lockPaymentsOf } from '../payment/queries.ts'
import { lockPaymentsToSettle } from '../payment/settlement/queries.ts'
import { settleRegistration } from '../payment/settlement/settle-registration.ts'
import { chargeLinks } from './charge-links.ts'
import { findHoldMs, findOwnRegistration } from './queries/orders.ts'

const BOLETO: PaymentType = 1

interface Renewal {
  userId: number
  registrationId: number
  type: PaymentType
  ip: string
}

/**
 * Replaces a payment that cannot be paid, or that the buyer wants to pay in another way. Returns the new link, or null when the gateway
 * has not created the charge in time (its job continues). Throws 409 when the registration allows no such payment, as on a second click.
 */
export async function renewMyPayment(
  deps: Deps,
  { userId, registrationId, type, ip }: Renewal,
): Promise<string | null> {
  const at = deps.clock.now()
  const paymentId = await transaction(deps.db, async (tx) => {
    // Lock order: registration, payments, stock levels (docs/algorithms/stock.md).
    await lockPaymentsOf(tx, [registrationId])
    const registration = await findOwnRegistration(tx, registrationId, userId)
    if (!registration) throw new AppError('not_found')
    const payments = await lockPaymentsToSettle(tx, registrationId)
    const choices = paymentChoices({
      status: registration.status,
      totalCents: registration.total_cents,
      payments,
      types: registration.payment_types,
      eventOn: registration.event_on,
      today: dayIn(registration.timezone, at),
    })
    if (!choices.includes(type)) throw new AppError('cannot_renew_payment')
    // An unpaid spot is held as long as with a first payment: docs/algorithms/stock.md, "Unpaid spots".
    const holdMs = paidCents(payments) > 0 ? null : await findHoldMs(tx, registrationId)
    if (holdMs !== null && type === BOLETO && registration.payment_types.some((other) => other !== BOLETO))
      throw new AppError('boleto_too_slow')
    const settled = await settleRegistration(tx, {
      registrationId,
      provider: deps.gateway.provider,
      at,
      actorUserId: userId,
      type,
      holdMs: type === BOLETO ? null : holdMs,
    })
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.payment_renewed',
      entity: 'registration',
      entityId: registrationId,
      eventId: registration.event_id,
      after: { payment_id: settled?.paymentId ?? null, payment_type: type },
      ip,
    })
    return settled?.paymentId ?? null
  })
  if (paymentId === null) return null
  return (await chargeLinks(deps, [paymentId])).get(paymentId) ?? null
}
