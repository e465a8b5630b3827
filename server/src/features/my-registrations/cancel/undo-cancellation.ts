import { dayIn } from '#contract/dates.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { timelyTypes } from '#server/features/event/domain/boleto.ts'
import { balancePayments } from '#server/features/payment/balancing/balance-payments.ts'
import { createCharges } from '#server/features/payment/create-charges.ts'
import { undoOffer } from '#server/features/payment/domain/undo-offer.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { RENEWALS_BY_USER } from '#server/features/payment-page/limits.ts'
import { lockAtTheirPrice } from '#server/features/payment-page/pay-together/lock-at-their-price.ts'
import { findHoldMs } from '#server/features/payment-page/pay-together/queries.ts'
import { changeSpots, getLevelIds, getLevelKind } from '#server/features/registration/queries.ts'
import { audit } from '#server/lib/audit.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockEventOfRegistration } from '../refund-choice/queries.ts'
import { countUnpaid, getUndoable } from './queries.ts'

interface Own {
  userId: number
  registrationId: number
  ip: string
}

type Cancelled = Awaited<ReturnType<typeof getUndoable>>

/**
 * Makes a registration valid again that the caller cancelled within the last ten minutes
 * (docs/algorithms/stock.md, "Undoing a cancellation"). A repeated request does nothing. Throws 404 for another
 * account's registration, 409 when it is not possible.
 */
export async function undoCancellation(deps: Deps, { userId, registrationId, ip }: Own): Promise<void> {
  const at = deps.clock.now()
  // Checked before the lock, so that nobody can lock other accounts' events, and again under it.
  if (!isToUndo(await getUndoable(deps.db, { registrationId, userId }), at)) return
  await deps.rateLimiter.consume(RENEWALS_BY_USER, String(userId))
  const paymentIds = await transaction(deps.db, async (tx) => {
    // Lock order: event, registration, payments, stock levels (docs/algorithms/stock.md).
    await lockEventOfRegistration(tx, registrationId)
    await lockPaymentsOf(tx, [registrationId])
    const cancelled = await getUndoable(tx, { registrationId, userId })
    if (!isToUndo(cancelled, at)) return []
    if ((await countUnpaid(tx, cancelled)) >= cancelled.max_unpaid_per_account)
      throw new AppError('too_many_unpaid')
    await retake(tx, cancelled, at)
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.cancellation_undone',
      entityId: registrationId,
      eventId: cancelled.event_id,
      ip,
    })
    // A runner who pays alone pays the single price, as with any new payment.
    await lockAtTheirPrice(tx, [registrationId], userId, { at, actorUserId: userId, ip })
    const { created } = await balancePayments(tx, {
      registrationIds: [registrationId],
      provider: deps.gateway.provider,
      at,
      actorUserId: userId,
      ...(await termsAsBefore(tx, cancelled, at)),
    })
    return created.map(({ paymentId }) => paymentId)
  })
  await createCharges(deps, paymentIds)
}

/** False for an active registration. Throws 409 when the runner may not undo its cancellation. */
function isToUndo(registration: Cancelled, at: Date): boolean {
  if (registration.status !== REGISTRATION_STATUS.cancelled) return false
  const offer = undoOffer(registration, at)
  if ('problem' in offer) throw new AppError('state_changed', { message: offer.problem })
  return true
}

/** Takes all spots, and the unit of the tier, or none. */
async function retake(tx: Tx, { id, tier }: Cancelled, at: Date): Promise<void> {
  if (tier?.is_full)
    throw new AppError('sold_out', {
      message: 'O lote desta inscrição acabou. Se ainda houver vaga, faça a inscrição de novo.',
    })
  // Nobody else can take units of a closed tier, so the price stays without one.
  const tierIds = tier && !tier.is_closed ? [tier.level_id] : []
  const change = await changeSpots(tx, id, [...(await getLevelIds(tx, id)), ...tierIds], at)
  if (change.outcome === 'changed') return
  if (change.outcome !== 'sold_out')
    throw new AppError(change.outcome, {
      message: 'Já há outra inscrição deste participante nesta corrida.',
    })
  const isCoupon = (await getLevelKind(tx, change.levelId)).startsWith('coupon')
  throw new AppError('sold_out', {
    message: isCoupon
      ? 'O cupom desta inscrição já foi usado de novo. Se ainda houver vaga, faça a inscrição de novo.'
      : 'A vaga já está com outra pessoa. O cancelamento não pode mais ser desfeito.',
  })
}

/** The type chosen before, unless it is a boleto that has become too slow. */
async function termsAsBefore(tx: Tx, { id, ...cancelled }: Cancelled, at: Date) {
  const today = dayIn(cancelled.timezone, at)
  const types = timelyTypes(cancelled.payment_types, { today, eventOn: cancelled.event_on })
  const holdMs = await findHoldMs(tx, [id])
  const faster = holdMs === null ? types : types.filter((type) => type !== PAYMENT_TYPE.boleto)
  const offered = faster.length > 0 ? faster : types
  const type = offered.find((one) => one === cancelled.last_type) ?? offered[0] ?? PAYMENT_TYPE.pix
  return {
    together: { registrationIds: [id], type },
    holdMs: type === PAYMENT_TYPE.boleto ? null : holdMs,
  }
}
