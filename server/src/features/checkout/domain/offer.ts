import type { CancellationTier } from '#contract/cancellation.ts'
import type { IsoDate } from '#contract/dates.ts'
import type { Discount } from '#contract/discount.ts'
import type { KitPrice } from '#contract/price.ts'
import type { Question } from '#contract/questions.ts'
import type { CouponRule } from './coupon-problem.ts'

interface Item {
  id: number
  name: string
  levelId: number
}

export interface OfferedKit extends Item {
  /** None when the kit is sold to every category. */
  categoryIds: readonly number[]
  status: number
  price: KitPrice
  sizes: Item[]
}

export type OfferedCoupon = CouponRule & Discount & { id: number; code: string; levelId: number }

/** Everything needed to check and price an order, in one version of the event. Remaining stock is not part of it. */
export interface Offer {
  eventId: number
  version: number
  title: string
  status: number
  registrationStartsOn: IsoDate
  registrationEndsOn: IsoDate
  eventOn: IsoDate
  timezone: string
  levelId: number
  modalities: (Item & { status: number })[]
  categories: (Item & { modalityId: number })[]
  kits: OfferedKit[]
  coupons: OfferedCoupon[]
  /** Only active ones. */
  terms: { id: number; version: number }[]
  questionnaires: (Question & { question: string })[]
  cancellationTiers: readonly CancellationTier[]
  /** Only enabled ones. */
  paymentMethods: { id: number; type: 0 | 1 | 2 }[]
}
