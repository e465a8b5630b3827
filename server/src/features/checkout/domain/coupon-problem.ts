import type { IsoDate } from '#contract/dates.ts'

export interface CouponRule {
  status: number
  startsOn: IsoDate | null
  endsOn: IsoDate | null
  /** Null when the coupon applies to any kit. */
  kitId: number | null
}

/**
 * Returns the sentence that says why a coupon does not apply to a kit today, or null when it applies. `today` is the date in the
 * event's time zone; the coupon's first and last days are included. Remaining uses are a stock level and are not checked here.
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
