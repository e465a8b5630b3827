import { dayIn } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { isPaid } from '#contract/payment-status.ts'
import { creditUse } from '#contract/refund-choice.ts'
import { canBePaidAnew, paidCents } from '#contract/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { moneyOf, refundableCents } from '../../payment/domain/settlement.ts'
import { lockPaymentsOf, moveItem, type SharedPayment } from '../../payment/queries.ts'
import { closeChoice } from '../../payment/refund-choices/queries.ts'
import { keepPaid } from '../../payment/settlement/queries.ts'
import { settleRegistrations } from '../../payment/settlement/settle-registrations.ts'
import { paidOf } from '../../registration/domain/paid-of.ts'
import { paymentLink } from '../../registration/payment-link.ts'
import { createCharges } from '../create-charges.ts'
import { decisive } from '../pay-my-registrations.ts'
import { getPaymentToken, lockOwnRegistrations } from '../queries/orders.ts'
import { findCreditUse, findMyChoice, findNewDate } from './queries.ts'

interface Use {
  userId: number
  /** The registration of the cancelled event. */
  registrationId: number
  /** The one of the same person on the new date. */
  targetId: number
  /** What the runner was shown that it owes. */
  expectedCents: Cents
  ip: string
}

/**
 * Pays a registration on the new date with what was paid for the cancelled event (docs/algorithms/cancelling-an-event.md, "A credit for
 * the new date"). What is missing becomes a payment, whose link is returned; what is left goes back. The same again changes nothing.
 * Throws 404, and 409 when the time is over, the money is not all there, or the other registration owes another amount.
 */
export async function spendCredit(deps: Deps, use: Use): Promise<string | null> {
  const payment = await transaction(deps.db, (tx) => apply(tx, deps, use))
  if (!payment) return null
  await createCharges(deps, [payment.id])
  return paymentLink(deps.config.publicUrl, payment.token)
}

async function apply(tx: Tx, deps: Deps, use: Use) {
  const { userId, registrationId, targetId, expectedCents, ip } = use
  const at = deps.clock.now()
  // Lock order: registrations, payments (docs/algorithms/stock.md).
  const payments = await lockPaymentsOf(tx, [registrationId, targetId])
  const waiting = await findMyChoice(tx, registrationId, userId)
  if (!waiting) throw new AppError('not_found')
  if (
    waiting.choice === 'credit' &&
    (await findCreditUse(tx, registrationId, at))?.registration_id === targetId
  )
    return null
  const isOver = waiting.choice !== null || dayIn(waiting.timezone, at) > waiting.ends_on
  const held = paidOf(moneyOf(registrationId, payments), waiting.timezone)
  // Some of it was disputed, or given back at the gateway.
  const isWhole = held.paidCents === waiting.kept_cents && !held.isDisputed
  const isOffered = waiting.kind === 'event_cancelled' && waiting.credit_until !== null
  if (isOver || !isWhole || !isOffered) throw new AppError('state_changed')

  const newDate = await findNewDate(tx, registrationId, at)
  const [target] = await lockOwnRegistrations(tx, [targetId], userId)
  if (!target || newDate?.registration_id !== targetId) throw new AppError('state_changed')
  const payable = decisive(target, payments, at)
  const owedCents = payable.totalCents - paidCents(payable.payments)
  const paid = creditUse(held.paidCents, owedCents)
  if (!paid || !canBePaidAnew(payable)) throw new AppError('cannot_renew_payment')
  if (owedCents !== expectedCents) throw new AppError('offer_changed')

  const move = { fromId: registrationId, toId: targetId, actorUserId: userId, at }
  for (const part of partsOf(registrationId, paid.usedCents, payments))
    await moveItem(tx, { ...part, ...move })
  await keepPaid(tx, [registrationId], 0)
  await closeChoice(tx, registrationId, { choice: 'credit', at, by: userId })
  const settled = await settleRegistrations(tx, {
    registrationIds: [registrationId, targetId],
    provider: deps.gateway.provider,
    at,
    actorUserId: userId,
    refund: { reason: 'event_cancelled', askedBy: userId, approvedBy: null },
  })
  await audit(tx, {
    at,
    actorUserId: userId,
    action: 'refund_choice.made',
    entity: 'registration',
    entityId: registrationId,
    eventId: waiting.event_id,
    after: { choice: 'credit', registration_id: targetId, amount_cents: paid.usedCents },
    ip,
  })
  const created = settled.created.find(({ registrationIds }) => registrationIds.includes(targetId))
  return created ? getPaymentToken(tx, created.paymentId) : null
}

/** What to take of each payment, the first ones first: what is left goes back of the latest. */
function partsOf(registrationId: number, usedCents: Cents, payments: readonly SharedPayment[]) {
  let left = usedCents
  return payments.flatMap(({ id: paymentId, status, isDuplicate, items }) => {
    const item = items.find((one) => one.registrationId === registrationId)
    if (!item || isDuplicate || !isPaid(status)) return []
    const amountCents = Math.min(left, refundableCents(item))
    left -= amountCents
    return amountCents > 0 ? [{ paymentId, amountCents }] : []
  })
}
