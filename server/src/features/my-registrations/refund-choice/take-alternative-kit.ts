import type { Cents } from '#contract/money.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { Deps } from '#server/deps.ts'
import { soldOut } from '#server/features/checkout/domain/conflict.ts'
import { moneyOf } from '#server/features/payment/domain/plan-balance.ts'
import { lockPaymentsOf } from '#server/features/payment/queries/locks.ts'
import { getHoldMs } from '#server/features/payment-page/pay-together/pay-my-registrations.ts'
import { paidOf } from '#server/features/registration/domain/paid-of.ts'
import { changeSpots, updateChoice } from '#server/features/registration/queries.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { levelsOf } from './alternative-kits.ts'
import { getMyChoice, lockEventOfRegistration } from './queries.ts'
import { readAlternativeKits } from './read-alternative-kits.ts'
import { isClosed, linkOfDifference, settleChoice } from './settle-choice.ts'

interface Wanted {
  userId: number
  registrationId: number
  productId: number
  shirtSizeId: number | null
  /** The type of the payment for a difference. */
  type: PaymentType | null
  /** The price that the runner was shown. */
  expectedCents: Cents
  ip: string
}

/**
 * Gives another kit to a runner who paid too late. Returns the link of a payment for a difference: until it
 * is paid the registration is Pendente, and expires with a refund of what was paid. Throws 404, and 409 when
 * the deadline is over, the price has changed or the kit is gone.
 */
export const takeAlternativeKit = (deps: Deps, wanted: Wanted): Promise<string | null> =>
  linkOfDifference(deps, async (tx) => {
    const { userId, registrationId, productId, shirtSizeId, expectedCents, ip } = wanted
    const at = deps.clock.now()
    // Lock order: event, registration, payments, stock levels (docs/algorithms/stock.md).
    await lockEventOfRegistration(tx, registrationId)
    const payments = await lockPaymentsOf(tx, [registrationId])
    const waiting = await getMyChoice(tx, registrationId, userId)
    const { paidCents } = paidOf(moneyOf(registrationId, payments), waiting.timezone)
    // A part was disputed, or refunded at the gateway.
    if (waiting.kind !== 'late' || isClosed(waiting, at) || paidCents !== waiting.kept_cents)
      throw new AppError('state_changed')

    const found = await readAlternativeKits(tx, registrationId, at)
    const place = found?.places.find(({ kit }) => kit.id === productId)
    if (!found || !place) throw new AppError('sold_out')
    if (place.columns.total_cents !== expectedCents) throw new AppError('offer_changed')
    if (place.kit.sizes.length > 0 && !place.sizes.some(({ id }) => id === shirtSizeId))
      throw invalidField('shirt_size_id', 'Por favor, selecione o tamanho da camisa.')
    const owes = place.columns.total_cents > paidCents
    const type = owes ? wanted.type : null
    if (owes && (type === null || !found.types.includes(type)))
      throw invalidField('payment_type', 'Por favor, selecione um método de pagamento.')

    const sizeId = place.kit.sizes.length > 0 ? shirtSizeId : null
    const levels = levelsOf(found.snapshot, place, sizeId)
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
    const holdMs = type === null ? null : await getHoldMs(tx, [registrationId], type, found.types)
    // Only kits that fit are offered.
    const columns = { ...place.columns, shirt_size_id: sizeId, ineligible_reason: null }
    await updateChoice(tx, registrationId, columns, place.granted, at)
    return settleChoice(tx, deps, waiting, {
      userId,
      at,
      ip,
      paidId: registrationId,
      after: { choice: 'place', total_cents: place.columns.total_cents },
      together: type === null ? null : { registrationIds: [registrationId], type },
      holdMs,
    })
  })
