import { dayIn } from '#contract/dates.ts'
import { ITEM_STATUS } from '#contract/event/event-status.ts'
import { CouponConditions, couponProblem } from '#contract/pricing/coupon-rule.ts'
import { storedDiscount } from '#contract/pricing/discount.ts'
import { atTier } from '#contract/pricing/kit-total.ts'
import { MINIMUM_CHARGE_CENTS, priceOf } from '#contract/pricing/price.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import type { Deps } from '#server/deps.ts'
import { kitPrice, tierOf } from '#server/features/event/domain/kit-price.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { soldOut } from '../domain/conflict.ts'
import { usesWords } from '../domain/ordered-coupon.ts'
import { countAccountUses, findCoupon, findKitOfEvent, storeValidatedCode } from './queries.ts'
import { WRONG_CODES, wrongCodesKey } from './validated-coupons.ts'

interface Input {
  userId: number
  eventId: number
  kitId: number
  code: string
}

/** Reserves nothing: placing the order checks the coupon again and takes one of its uses. */
export async function validateCoupon(deps: Deps, { userId, eventId, kitId, code }: Input) {
  await deps.rateLimiter.consume(WRONG_CODES, wrongCodesKey(userId, eventId))
  const kit = await findKitOfEvent(deps.db, eventId, kitId)
  if (!kit) throw invalidField('product_id', 'Selecione um kit antes de aplicar o cupom.')

  const coupon = await findCoupon(deps.db, eventId, code)
  if (coupon?.status === ITEM_STATUS.active) {
    await deps.rateLimiter.refund(WRONG_CODES, wrongCodesKey(userId, eventId))
    await storeValidatedCode(deps.db, { userId, coupon, at: deps.clock.now() })
  }
  const day = dayIn(kit.timezone, deps.clock.now())
  const [tier = null] = openTiers(
    kit.tiers.map((one) => ({ ...tierOf(one), id: one.id })),
    day,
  )
  const price = atTier(kitPrice(kit), tier)
  const problem = couponProblem(coupon, {
    kit: { id: kit.id, valueCents: price.valueCents },
    tierId: tier?.id ?? null,
    categoryId: null,
    person: null,
    isListed: null,
    day,
    agesOn: day,
  })
  if (problem || !coupon) throw refused(problem ?? 'Cupom inválido.')
  if (coupon.capacity !== null && coupon.held >= coupon.capacity) throw refused('Este cupom se esgotou.')
  if (coupon.is_code_used) throw refused(soldOut({ kind: 'coupon_code', name: coupon.code }))
  const most = coupon.max_per_person
  if (most !== null && (await countAccountUses(deps.db, coupon.id, userId)) >= most)
    throw refused(soldOut({ kind: 'coupon_person', name: usesWords(coupon) }))

  const discount = storedDiscount(coupon)
  const { totalCents } = priceOf(price, { ...discount, code: coupon.code })
  if (totalCents > 0 && totalCents < MINIMUM_CHARGE_CENTS)
    throw refused('Com este cupom o valor total ficaria abaixo de R$ 5,00, o mínimo para pagamento.')
  return { id: coupon.id, discount, conditions: CouponConditions.parse(coupon) }
}

const refused = (message: string) => new AppError('coupon_invalid', { message, errors: { code: [message] } })
