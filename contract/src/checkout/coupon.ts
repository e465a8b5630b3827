import { z } from 'zod'
import { required } from '../fields.ts'
import { CouponConditions } from '../pricing/coupon-rule.ts'
import { DiscountType } from '../pricing/discount-fields.ts'
import { defineRoute, Id, MAX_ID } from '../route.ts'

const CouponAnswer = z.object({
  success: z.boolean(),
  discountId: z.int(),
  /** A decimal: percent or reais, according to `discountType` (`Discount` in pricing/discount.ts). */
  discountValue: z.string(),
  discountType: DiscountType,
  /** Whom the coupon is for, as `couponMismatch` reads it. */
  conditions: CouponConditions,
})

export const validateCoupon = defineRoute({
  method: 'POST',
  path: '/participant/validate-coupon',
  access: 'user',
  tag: 'Inscrições',
  summary: 'Confere um cupom para um kit',
  body: z.object({
    code: required('Por favor, insira um código de cupom.', 60).toUpperCase(),
    event_id: Id,
    product_id: z.coerce
      .number({ error: 'Selecione um kit antes de aplicar o cupom.' })
      .int()
      .positive('Selecione um kit antes de aplicar o cupom.')
      .max(MAX_ID),
  }),
  data: CouponAnswer,
  extra: CouponAnswer,
})
