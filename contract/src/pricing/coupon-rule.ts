import { z } from 'zod'
import type { IsoDate } from '../dates.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import type { SaleContext } from './sale-context.ts'

/**
 * Who may use a coupon, by column. A new condition is a field here, a line in `couponMismatch`, its column,
 * and its field in the organizer's editor; queries, wizard and checks follow.
 */
export const CouponConditions = z.object({
  /** Null: any kit. */
  kit_id: z.int().nullable(),
})
export type CouponConditions = z.infer<typeof CouponConditions>
export const COUPON_CONDITIONS = Object.keys(CouponConditions.shape) as readonly (keyof CouponConditions)[]

export interface CouponRule extends CouponConditions {
  status: number
  starts_on: IsoDate | null
  ends_on: IsoDate | null
}

/**
 * Why a coupon does not apply to a participant; null when it does. Both days are included. Remaining uses are
 * a stock level and not checked here.
 */
export function couponProblem(coupon: CouponRule | undefined, context: SaleContext): string | null {
  if (coupon?.status !== ITEM_STATUS.active) return 'Cupom inválido.'
  if (coupon.starts_on && context.day < coupon.starts_on) return 'Este cupom ainda não está valendo.'
  if (coupon.ends_on && context.day > coupon.ends_on) return 'Este cupom expirou.'
  return couponMismatch(coupon, context)
}

/** Like `couponProblem`, but ignores the dates: an accepted coupon stays valid after it expires. */
export function couponMismatch(
  { kit_id }: CouponConditions,
  { kit }: Omit<SaleContext, 'day'>,
): string | null {
  if (kit.valueCents === 0) return 'Este kit é gratuito: não é preciso cupom.'
  if (kit_id !== null && kit_id !== kit.id) return 'Este cupom não vale para o kit escolhido.'
  return null
}
