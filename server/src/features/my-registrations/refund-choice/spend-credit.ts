import type { Cents } from '#contract/money.ts'
import { creditUse } from '#contract/my-registrations/refund-choice.ts'
import { isPaid } from '#contract/payment/payment-status.ts'
import { canBePaidAnew, paidCents } from '#contract/payment-page/renew-payment.ts'
import type { Deps } from '#server/deps.ts'
import { readSnapshot } from '#server/features/checkout/wizard/sales-snapshots.ts'
import { registrationProblems } from '#server/features/event/domain/eligibility.ts'
import { moneyOf, refundableCents } from '#server/features/payment/domain/plan-balance.ts'
import { moveItem } from '#server/features/payment/queries/items.ts'
import { lockPaymentsOf, type SharedPayment } from '#server/features/payment/queries/locks.ts'
import { decisive } from '#server/features/payment-page/pay-together/pay-my-registrations.ts'
import { lockOwnRegistrations } from '#server/features/payment-page/pay-together/queries.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import {
  findCreditUse,
  findTarget,
  getMyChoice,
  getRestricted,
  lastsForNextRace,
  takeFromChangeCredit,
} from './queries.ts'
import { isClosed, linkOfDifference, settleChoice } from './settle-choice.ts'

interface Use {
  userId: number
  /** The registration of the cancelled event, the deferred one, or one that was changed to a cheaper kit. */
  registrationId: number
  /** The same person's registration on the new date, or for another race. */
  targetId: number
  /** The amount due that the runner was shown. */
  expectedCents: Cents
  ip: string
}

/**
 * Pays a registration with the payment for a cancelled event, a deferred registration or a dearer kit
 * (docs/algorithms/cancelling-an-event.md, "A credit for the new date"; changes.md). Returns the link of a payment
 * for a missing amount. Idempotent. Throws 404, and 409 when the deadline is over, some of the money is gone, or the
 * amount due has changed.
 */
export const spendCredit = (
  deps: Deps,
  { userId, registrationId, targetId, expectedCents, ip }: Use,
): Promise<string | null> =>
  linkOfDifference(deps, async (tx) => {
    const at = deps.clock.now()
    // Lock order: registrations, payments (docs/algorithms/stock.md).
    const payments = await lockPaymentsOf(tx, [registrationId, targetId])
    const used = await findCreditUse(tx, registrationId, at)
    if (used?.registration_id === targetId && used.responsible_user_id === userId) return null
    const waiting = await getMyChoice(tx, registrationId, userId)
    const held = paidOf(moneyOf(registrationId, payments), waiting.timezone)
    // A part was disputed, or refunded at the gateway.
    const isWhole = held.paidCents === waiting.kept_cents && !held.isDisputed
    const isOffered =
      lastsForNextRace(waiting.kind) || (waiting.kind === 'event_cancelled' && waiting.credit_until !== null)
    if (isClosed(waiting, at) || !isWhole || !isOffered) throw new AppError('state_changed')

    const found = await findTarget(tx, waiting, at)
    const [target] = await lockOwnRegistrations(tx, [targetId], userId)
    if (!target || found?.registration_id !== targetId) throw new AppError('state_changed')
    const payable = decisive(target, payments, at)
    const owedCents = payable.totalCents - paidCents(payable.payments)
    const paid = creditUse(held.paidCents - waiting.fee_cents, owedCents)
    if (!paid || !canBePaidAnew(payable)) throw new AppError('cannot_renew_payment')
    if (owedCents !== expectedCents) throw new AppError('offer_changed')
    await requireEligible(tx, targetId)

    const move = { fromId: registrationId, toId: targetId, actorUserId: userId, at }
    for (const part of partsOf(registrationId, paid.usedCents, payments))
      await moveItem(tx, { ...part, ...move })
    if (waiting.kind === 'changed') await takeFromChangeCredit(tx, registrationId, paid.usedCents, at)
    return settleChoice(tx, deps, waiting, {
      userId,
      at,
      ip,
      paidId: targetId,
      after: { choice: 'credit', registration_id: targetId, amount_cents: paid.usedCents },
    })
  })

/** Throws 409 for a registration that does not meet the rules, unless the organizer keeps it nevertheless. */
async function requireEligible(tx: Tx, registrationId: number): Promise<void> {
  const registration = await getRestricted(tx, registrationId)
  const snapshot = await readSnapshot(tx, registration.event_id)
  const [problem] = snapshot ? registrationProblems(snapshot, registration) : []
  if (problem && registration.ineligible_reason === null)
    throw new AppError('state_changed', { message: problem.sentence })
}

/** Oldest payments first, so that the rest is refunded from the latest. */
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
