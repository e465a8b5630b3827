import { validateCoupon as validateCouponRoute } from '#contract/checkout.ts'
import { toDecimal } from '#contract/money.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { validateCoupon } from './validate-coupon.ts'

export function couponRoutes(api: Api, deps: Deps): void {
  api.handle(validateCouponRoute, async ({ body, caller }) => {
    const coupon = await validateCoupon(deps, {
      userId: caller.userId,
      eventId: body.event_id,
      kitId: body.product_id,
      code: body.code,
    })
    const answer = {
      success: true,
      discountId: coupon.id,
      // Basis points read as percent with two decimals, cents as reais: the same digits.
      discountValue: toDecimal(coupon.value),
      discountType: coupon.type,
    }
    return { data: answer, extra: answer, message: 'Cupom aplicado com sucesso!' }
  })
}
