import type { IsoDate } from '#contract/dates.ts'

export interface CouponRule {
  status: number
  startsOn: IsoDate | null
  endsOn: IsoDate | null
  /** Null: any kit. */
  kitId: number | null
}

/**
 * Why a coupon takes nothing off a kit today, as a sentence; null when it does. `today` is the day where the race is, both ends of
 * the coupon's dates included. Uses left are stock, and not asked here.
 */
export function couponProblem(
  coupon: CouponRule | undefined,
  kit: { id: number; valueCents: number },
  today: IsoDate,
): string | null {
  if (coupon?.status !== 1) return 'Cupom inválido.'
  if (coupon.startsOn && today < coupon.startsOn) return 'Este cupom ainda não está valendo.'
  if (coupon.endsOn && today > coupon.endsOn) return 'Este cupom expirou.'
  if (kit.valueCents === 0) return 'Este kit é gratuito: não é preciso cupom.'
  if (coupon.kitId !== null && coupon.kitId !== kit.id) return 'Este cupom não vale para o kit escolhido.'
  return null
}
