import type { IsoDate } from '#contract/dates.ts'
import type { AskedQuestion } from '#contract/event/question.ts'
import type { Relay } from '#contract/event/relay.ts'
import type { TermKind } from '#contract/event/term-kind.ts'
import type { PaymentType } from '#contract/payment/payment-types.ts'
import type { CouponRule } from '#contract/pricing/coupon-rule.ts'
import type { Discount } from '#contract/pricing/discount.ts'
import type { EligibilityRule, IneligibleChanges } from '#contract/pricing/eligibility.ts'
import type { KitPrice } from '#contract/pricing/kit-total.ts'
import type { RightRule } from '#contract/pricing/right-eligibility.ts'
import type { Tier } from '#contract/pricing/tier.ts'
import type { CancellationTier } from '#contract/registration/cancellation.ts'

interface Item {
  id: number
  name: string
  levelId: number
}

export type TierForSale = Tier & Item

type RestrictedItem = Item & EligibilityRule

export interface KitForSale extends RestrictedItem {
  /** Empty when the kit is sold in every category. */
  categoryIds: readonly number[]
  status: number
  price: KitPrice
  /** In the order in which they sell; empty: `price` is the only one. */
  tiers: TierForSale[]
  sizes: Item[]
}

export type RightForSale = RightRule & {
  levelId: number
  version: number
  proof: string | null
  proofDueOn: IsoDate | null
}

export type CouponForSale = CouponRule & Discount & { id: number; code: string; levelId: number }

/** What checks and prices an order, in one version of the event. Of stock it has only which tiers are closed. */
export interface SalesSnapshot {
  eventId: number
  version: number
  title: string
  status: number
  registrationStartsOn: IsoDate
  registrationEndsOn: IsoDate
  eventOn: IsoDate
  /** The day on which ages count. */
  agesOn: IsoDate
  /** What happens to an organizer's change that makes a registration ineligible. */
  ineligibleChanges: IneligibleChanges
  timezone: string
  levelId: number
  modalities: (RestrictedItem & { status: number })[]
  categories: (RestrictedItem & Relay & { modalityId: number })[]
  kits: KitForSale[]
  /** The rights that apply where the event is. */
  rights: RightForSale[]
  coupons: CouponForSale[]
  /** Only active ones. */
  terms: { id: number; version: number; kind: TermKind }[]
  /** Only active ones. */
  questionnaires: AskedQuestion[]
  cancellationTiers: readonly CancellationTier[]
  /** Only enabled ones. */
  paymentMethods: { id: number; type: PaymentType }[]
}
