import { type CouponConditions, couponProblem, couponProblemsInOrder } from '#contract/pricing/coupon-rule.ts'
import type { SaleContext } from '#contract/pricing/sale-context.ts'
import { plural } from '#contract/words.ts'
import type { KeptCoupon, StoredChoice } from '#server/features/registration/queries.ts'
import type { NeededLevel } from './order-request.ts'
import type { CouponForSale, SalesSnapshot } from './sales-snapshot.ts'

/** What an order with a coupon depends on besides the snapshot (`readCouponUse`). */
export interface CouponUse {
  /** The single-use code of the coupon that the buyer knows. */
  code: { id: number; code: string; levelId: number } | null
  /** Counts the account's uses; null when the coupon does not limit them. */
  accountLevelId: number | null
  /** The CPFs of participants on the coupon's list. */
  listed: ReadonlySet<string>
}

export const NO_COUPON_USE: CouponUse = { code: null, accountLevelId: null, listed: new Set() }

/** A coupon as a registration uses it: `code` is the one that was entered. */
export type OrderedCoupon = CouponForSale & { codeId: number | null; ownLevels: readonly NeededLevel[] }

interface Own {
  code: { id: number; code: string; levelId: number | null } | null
  accountLevelId: number | null
}

/** Adds the levels of the code and of the account. */
export function orderedCoupon(coupon: CouponForSale, { code, accountLevelId }: Own): OrderedCoupon {
  const ownLevels: NeededLevel[] = []
  if (code && code.levelId !== null)
    ownLevels.push({ id: code.levelId, kind: 'coupon_code', name: code.code })
  if (accountLevelId !== null)
    ownLevels.push({ id: accountLevelId, kind: 'coupon_person', name: usesWords(coupon) })
  return { ...coupon, code: code?.code ?? coupon.code, codeId: code?.id ?? null, ownLevels }
}

/** The coupon of a registration, with the levels that stay its own when its kit changes. */
export function keptCoupon(
  { coupons }: SalesSnapshot,
  kept: Pick<StoredChoice, 'coupon_id' | 'coupon_code_id'> & KeptCoupon,
): OrderedCoupon | null {
  const { coupon_id, coupon_code_id: id, coupon_code: code, code_level_id: levelId } = kept
  const coupon = coupons.find((one) => one.id === coupon_id)
  if (!coupon) return null
  return orderedCoupon(coupon, {
    code: id === null || code === null ? null : { id, code, levelId },
    accountLevelId: kept.account_level_id,
  })
}

/** How often one account may use a coupon. */
export const usesWords = ({ max_per_person: most }: Pick<CouponConditions, 'max_per_person'>): string =>
  plural(most ?? 0, 'vez', 'vezes')

/** A coupon whose code the buyer does not know is treated as one that does not exist. */
export function findKnownCoupon(
  couponId: number | null | undefined,
  { coupons }: SalesSnapshot,
  codes: ReadonlySet<string>,
  use: CouponUse,
): OrderedCoupon | null {
  const coupon = coupons.find(({ id }) => id === couponId)
  if (!coupon || (coupon.single_use ? !use.code : !codes.has(coupon.code))) return null
  return orderedCoupon(coupon, use)
}

/** For each participant, as in `couponProblemsInOrder`. */
export const couponProblems = (coupon: OrderedCoupon | null, sales: readonly SaleContext[]) =>
  couponProblemsInOrder(
    coupon ?? { min_people: null, single_use: false },
    sales.map((sale) => couponProblem(coupon ?? undefined, sale)),
  )
