import type { IsoDate } from '#contract/dates.ts'
import type { KitPrice } from '#contract/pricing/kit-total.ts'
import { atTier, FEE_TYPE } from '#contract/pricing/kit-total.ts'
import type { Price } from '#contract/pricing/price.ts'
import { openTiers, type Tier } from '#contract/pricing/tier.ts'

interface KitRow {
  name: string
  value_cents: number
  fee_type: number
  fee_rate: number
  is_increment: boolean
  /** Only where a discount by right may be priced. */
  shirt_cents?: number | null
}

interface TierRow {
  name: string
  value_cents: number
  ends_on: IsoDate | null
  is_closed: boolean
}

export const tierOf = (tier: TierRow): Tier => ({
  name: tier.name,
  valueCents: tier.value_cents,
  endsOn: tier.ends_on,
  isClosed: tier.is_closed,
})

type NamedPrice = KitPrice & { name: string }

export const kitPrice = (kit: KitRow): NamedPrice => ({
  name: kit.name,
  valueCents: kit.value_cents,
  feeType: kit.fee_type === FEE_TYPE.percent ? FEE_TYPE.percent : FEE_TYPE.fixed,
  feeRate: kit.fee_rate,
  isIncrement: kit.is_increment,
  shirtCents: kit.shirt_cents ?? 0,
})

/** What a kit costs on a day: the price of its open tier, if it has tiers. */
export function currentPrice(kit: KitRow & { tiers: readonly TierRow[] }, day: IsoDate): NamedPrice {
  const [tier = null] = openTiers(kit.tiers.map(tierOf), day)
  return atTier(kitPrice(kit), tier)
}

/** For a kit of a draft: missing amounts count as zero. */
export const draftKitPrice = (
  kit: Omit<KitRow, 'value_cents' | 'fee_rate'> & { value_cents: number | null; fee_rate: number | null },
) => kitPrice({ ...kit, value_cents: kit.value_cents ?? 0, fee_rate: kit.fee_rate ?? 0 })

export const storedLines = (lines: Price['lines']) =>
  lines.map(({ kind, label, amountCents, rate }) => ({
    kind,
    label,
    amount_cents: amountCents,
    ...(rate !== undefined && { rate_bp: rate }),
  }))

export const priceColumns = (price: Price) => ({
  value_cents: price.valueCents,
  discount_cents: price.discountCents,
  fee_cents: price.feeCents,
  total_cents: price.totalCents,
  price_lines: storedLines(price.lines),
})
