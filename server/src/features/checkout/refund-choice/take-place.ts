import { dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { moneyOf } from '../../payment/domain/settlement.ts'
import type { PaymentType } from '../../payment/gateways/gateway.ts'
import { lockPaymentsOf } from '../../payment/queries.ts'
import { closeChoice } from '../../payment/refund-choices/queries.ts'
import { keepPaid } from '../../payment/settlement/queries.ts'
import { settleRegistrations } from '../../payment/settlement/settle-registrations.ts'
import { paidOf } from '../../registration/domain/paid-of.ts'
import { paymentLink } from '../../registration/payment-link.ts'
import { changeSpots, updateChoice } from '../../registration/queries.ts'
import { createCharges } from '../create-charges.ts'
import { soldOut } from '../domain/conflict.ts'
import { findHoldMs, getPaymentToken } from '../queries/orders.ts'
import { levelsOf } from './places.ts'
import { findMyChoice, getHeld, lockEventOfRegistration } from './queries.ts'
import { readPlaces } from './read-places.ts'

const BOLETO: PaymentType = 1

interface Wanted {
  userId: number
  registrationId: number
  productId: number
  shirtSizeId: number | null
  /** How a difference is paid. */
  type: PaymentType | null
  /** The price that the runner was shown. */
  expectedCents: Cents
  ip: string
}

/**
 * Gives another place to a runner whose money came too late for theirs. A difference becomes a payment, whose link is returned: until it is paid
 * the registration is Pendente, and expires with what was paid refunded. What the new place costs less is refunded. Throws 404, and 409
 * when the time is over, the price has changed or the place is gone.
 */
export async function takePlace(deps: Deps, wanted: Wanted): Promise<string | null> {
  const payment = await transaction(deps.db, (tx) => take(tx, deps, wanted))
  if (!payment) return null
  await createCharges(deps, [payment.id])
  return paymentLink(deps.config.publicUrl, payment.token)
}

async function take(tx: Tx, deps: Deps, wanted: Wanted) {
  const { userId, registrationId, productId, shirtSizeId, expectedCents, ip } = wanted
  const at = deps.clock.now()
  // Lock order: event, registration, payments, stock levels (docs/algorithms/stock.md).
  await lockEventOfRegistration(tx, registrationId)
  const payments = await lockPaymentsOf(tx, [registrationId])
  const waiting = await findMyChoice(tx, registrationId, userId)
  if (!waiting) throw new AppError('not_found')
  const { paidCents } = paidOf(moneyOf(registrationId, payments), waiting.timezone)
  const isOver = waiting.choice !== null || dayIn(waiting.timezone, at) > waiting.ends_on
  // Some of it was disputed, or given back at the gateway.
  if (waiting.kind !== 'late' || isOver || paidCents !== waiting.kept_cents)
    throw new AppError('state_changed')

  const found = await readPlaces(tx, await getHeld(tx, registrationId), at)
  const place = found?.places.find(({ kit }) => kit.id === productId)
  if (!found || !place) throw new AppError('sold_out')
  if (place.columns.total_cents !== expectedCents) throw new AppError('offer_changed')
  if (place.kit.sizes.length > 0 && !place.sizes.some(({ id }) => id === shirtSizeId))
    throw invalidField('shirt_size_id', 'Por favor, selecione o tamanho da camisa.')
  const owes = place.columns.total_cents > paidCents
  const types = found.offer.paymentMethods.map(({ type }) => type)
  const type = owes ? wanted.type : null
  if (owes && (type === null || !types.includes(type)))
    throw invalidField('payment_type', 'Por favor, selecione um método de pagamento.')

  const sizeId = place.kit.sizes.length > 0 ? shirtSizeId : null
  const levels = levelsOf(found.offer, place, sizeId)
  const change = await changeSpots(
    tx,
    registrationId,
    levels.map(({ id }) => id),
    at,
  )
  if (change.outcome === 'sold_out') {
    const level = levels.find(({ id }) => id === change.levelId)
    throw new AppError('sold_out', level ? { message: soldOut(level) } : {})
  }
  if (change.outcome !== 'changed') throw new AppError(change.outcome)
  const holdMs = owes ? await findHoldMs(tx, [registrationId]) : null
  if (holdMs !== null && type === BOLETO && types.some((other) => other !== BOLETO))
    throw new AppError('boleto_too_slow')
  await updateChoice(tx, registrationId, { ...place.columns, shirt_size_id: sizeId }, at)
  await keepPaid(tx, [registrationId], 0)
  await closeChoice(tx, registrationId, { choice: 'place', at, by: userId })
  const settled = await settleRegistrations(tx, {
    registrationIds: [registrationId],
    provider: deps.gateway.provider,
    at,
    actorUserId: userId,
    refund: { reason: 'late', askedBy: userId, approvedBy: null },
    together: type === null ? null : { registrationIds: [registrationId], type },
    holdMs: type === BOLETO ? null : holdMs,
  })
  await audit(tx, {
    at,
    actorUserId: userId,
    action: 'refund_choice.made',
    entity: 'registration',
    entityId: registrationId,
    eventId: waiting.event_id,
    after: { choice: 'place', total_cents: place.columns.total_cents },
    ip,
  })
  const created = settled.created.find(({ registrationIds }) => registrationIds.includes(registrationId))
  return created ? getPaymentToken(tx, created.paymentId) : null
}
