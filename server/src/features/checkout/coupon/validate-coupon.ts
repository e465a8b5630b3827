import { dayIn } from '#contract/dates.ts'
import { storedDiscount } from '#contract/discount.ts'
import { MINIMUM_CHARGE_CENTS, priceOf } from '#contract/price.ts'
import type { Deps } from '#server/deps.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { kitPrice } from '../../event/domain/kit-price.ts'
import { couponProblem } from '../domain/coupon-problem.ts'
import { findCoupon, findKitOfEvent } from './queries.ts'
import { storeValidatedCode, WRONG_CODES, wrongCodesKey } from './validated-codes.ts'

interface Input {
  userId: number
  eventId: number
  kitId: number
  code: string
}

/**
 * Returns the discount of a coupon code on a kit, and stores that the account knows the code. It reserves nothing: placing the order
 * checks the coupon again and takes one of its uses.
 */
export async function validateCoupon(deps: Deps, { userId, eventId, kitId, code }: Input) {
  await deps.rateLimiter.consume(WRONG_CODES, wrongCodesKey(userId, eventId))
  const kit = await findKitOfEvent(deps.db, eventId, kitId)
  if (!kit) throw invalidField('product_id', 'Selecione um kit antes de aplicar o cupom.')

  const coupon = await findCoupon(deps.db, eventId, code)
  if (coupon?.status === 1) {
    await deps.rateLimiter.giveBack(WRONG_CODES, wrongCodesKey(userId, eventId))
    await storeValidatedCode(deps.db, { userId, coupon, at: deps.clock.now() })
  }
  const today = dayIn(kit.timezone, deps.clock.now())
  const rule = coupon && {
    status: coupon.status,
    startsOn: coupon.starts_on,
    endsOn: coupon.ends_on,
    kitId: coupon.kit_id,
  }
  const problem = couponProblem(rule, { id: kit.id, valueCents: kit.value_cents }, today)
  if (problem || !coupon) throw refused(problem ?? 'Cupom inválido.')
  if (coupon.capacity !== null && coupon.held >= coupon.capacity) throw refused('Este cupom se esgotou.')

  const discount = storedDiscount(coupon)
  const { totalCents } = priceOf(kitPrice(kit), { ...discount, code: coupon.code })
  if (totalCents > 0 && totalCents < MINIMUM_CHARGE_CENTS)
    throw refused('Com este cupom o valor total ficaria abaixo de R$ 5,00, o mínimo para pagamento.')
  return { id: coupon.id, discount }
}

const refused = (message: string) => new AppError('coupon_invalid', { message, errors: { code: [message] } })
