import { z } from 'zod'
import type { IsoDate } from '../dates.ts'
import { ITEM_STATUS } from '../event/event-status.ts'
import { plural } from '../words.ts'
import { EligibilityRule, EVERYBODY, eligibleWords, ineligibility } from './eligibility.ts'
import type { SaleContext } from './sale-context.ts'

/**
 * Who may use a coupon, by column. A new condition needs a field here, a line in `couponMismatch`, a column,
 * and a field in the organizer's editor. Queries, wizard and checks follow from these.
 */
export const CouponConditions = z.object({
  /** Null: any kit. */
  kit_id: z.int().nullable(),
  /** Null: any tier. */
  tier_id: z.int().nullable(),
  ...EligibilityRule.shape,
  /** The order needs at least this number of participants whom the coupon fits. */
  min_people: z.int().nullable(),
  /** How often one account may use it in the event. */
  max_per_person: z.int().nullable(),
  /** Each of its codes is for one participant. */
  single_use: z.boolean(),
  /** Only for the people on its list. */
  for_list: z.boolean(),
})
export type CouponConditions = z.infer<typeof CouponConditions>
export const COUPON_CONDITIONS = Object.keys(CouponConditions.shape) as readonly (keyof CouponConditions)[]

export const UNCONDITIONAL: CouponConditions = {
  kit_id: null,
  tier_id: null,
  ...EVERYBODY,
  min_people: null,
  max_per_person: null,
  single_use: false,
  for_list: false,
}

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

/** What decides whether an accepted coupon still applies. */
type Fit = Omit<SaleContext, 'day'>

/** Like `couponProblem`, but ignores the dates: an accepted coupon stays valid after it expires. */
export function couponMismatch(coupon: CouponConditions, context: Fit): string | null {
  const { kit, tierId, person, isListed, agesOn } = context
  if (kit.valueCents === 0) return 'Este kit é gratuito: não é preciso cupom.'
  if (coupon.kit_id !== null && coupon.kit_id !== kit.id) return 'Este cupom não vale para o kit escolhido.'
  if (coupon.tier_id !== null && coupon.tier_id !== tierId)
    return 'Este cupom não vale para o lote atual do kit escolhido.'
  const lacks = person && ineligibility(coupon, person, agesOn)
  if (lacks) return `Este cupom é para ${eligibleWords(coupon, agesOn)}; ${lacks}.`
  if (coupon.for_list && isListed === false)
    return `Este cupom é só para quem está na lista do organizador, e ${person?.name ?? 'você'} não está nela.`
  return null
}

/**
 * Why the coupon does not apply to each participant of an order; null where it does. `own` has the problem of
 * each participant alone. A single-use code is for the first participant whom it fits.
 */
export function couponProblemsInOrder(
  { min_people: least, single_use: isSingle }: Pick<CouponConditions, 'min_people' | 'single_use'>,
  own: readonly (string | null)[],
): (string | null)[] {
  const fitting = own.filter((problem) => problem === null).length
  if (least !== null && fitting > 0 && fitting < least)
    return own.map(
      () =>
        `Este cupom vale a partir de ${plural(least, 'participante', 'participantes')} no mesmo pedido, e ${fitting === 1 ? 'só 1 atende' : `só ${fitting} atendem`} às condições dele.`,
    )
  const first = own.indexOf(null)
  return own.map((problem, index) =>
    isSingle && problem === null && index !== first ? 'Este código vale para um só participante.' : problem,
  )
}
