import { validateCoupon as validateCouponRoute } from '#contract/checkout/coupon.ts'
import { printDiscount } from '#contract/pricing/discount.ts'
import type { Deps } from '#server/deps.ts'
import type { Api } from '#server/lib/http.ts'
import { validateCoupon } from './validate-coupon.ts'

export function couponRoutes(api: Api, deps: Deps): void {
  api.handle(validateCouponRoute, async ({ body, caller }) => {
    const { id, discount, conditions } = await validateCoupon(deps, {
      userId: caller.userId,
      eventId: body.event_id,
      kitId: body.product_id,
      code: body.code,
    })
    const { type, value } = printDiscount(discount)
    const answer = { success: true, discountId: id, discountValue: value, discountType: type, conditions }
    return { data: answer, extra: answer, message: 'Cupom aplicado com sucesso!' }
  })
}
