import { validateCoupon } from '#contract/checkout.ts'
import { parseDiscount } from '#contract/discount.ts'
import { ApiFailure, api } from '../../api.ts'
import type { Coupon } from './draft.ts'

interface CouponRequest {
  code: string
  eventId: number
  /** Chosen kits that cost something, the buyer's first. */
  kits: readonly number[]
}

/** Asks the server what a code takes off each chosen kit; throws the first kit's refusal when it takes nothing off any. */
export async function applyCoupon({ code, eventId, kits }: CouponRequest): Promise<Coupon> {
  if (code.trim() === '') throw new CouponProblem('Por favor, insira um código de cupom.')
  if (kits.length === 0) throw new CouponProblem('Selecione um kit antes de aplicar o cupom.')
  const answers = await Promise.allSettled(
    kits.map(async (kit) => {
      const { data } = await api(validateCoupon, { body: { code, event_id: eventId, product_id: kit } })
      if (!data.success) throw new CouponProblem('Cupom inválido.')
      return { kit, ...data }
    }),
  )
  const [refusal] = answers.flatMap((answer) => (answer.status === 'rejected' ? [answer.reason] : []))
  const taken = answers.flatMap((answer) => (answer.status === 'fulfilled' ? [answer.value] : []))
  const [first] = taken
  if (!first) throw refusal
  return {
    id: first.discountId,
    code: code.trim().toUpperCase(),
    ...parseDiscount({ type: first.discountType, value: first.discountValue }),
    kits: taken.map(({ kit }) => kit),
  }
}

/** Why a coupon was not applied, in a sentence for its field. */
class CouponProblem extends Error {}

export const couponMessage = (failure: unknown): string =>
  failure instanceof CouponProblem || (failure instanceof ApiFailure && failure.message)
    ? failure.message
    : 'Ocorreu um erro ao validar o cupom.'
