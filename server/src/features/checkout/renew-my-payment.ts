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
import { findHoldMs, findOwnRegistration } from './queries.ts'

const BOLETO: PaymentType = 1

interface Renewal {
  userId: number
  registrationId: number
  type: PaymentType
  ip: string
}

/**
 * Another payment in place of one that nobody can pay, or that is to be paid in another way. Answers its link; null when the gateway
 * has not made it in time (the job goes on). Throws 409 when there is none to be had, as the second of two clicks.
 */
export async function renewMyPayment(
  deps: Deps,
  { userId, registrationId, type, ip }: Renewal,
): Promise<string | null> {
  const at = deps.clock.now()
  const paymentId = await transaction(deps.db, async (tx) => {
    // Registration, payments, stock levels: everybody's lock order (docs/algorithms/stock.md).
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
    // As the first payment of a place that nobody has paid for: docs/algorithms/stock.md.
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
