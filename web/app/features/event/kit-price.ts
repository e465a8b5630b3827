import type { PublicProduct } from '#contract/event/event.ts'
import { type Cents, toCents } from '#contract/money.ts'
import { atTier, type KitPrice, kitTotal } from '#contract/pricing/kit-total.ts'

type Priced = Pick<
  PublicProduct,
  'value' | 'type_fee' | 'rate_organizer' | 'is_increment' | 'tier' | 'next_tier' | 'shirt_value'
>

/** `toCents` reads both: two decimals of a percentage are its basis points, those of an amount its cents. */
export function kitPrice({
  value,
  type_fee,
  rate_organizer,
  is_increment,
  tier,
  shirt_value,
}: Priced): KitPrice {
  const kit: KitPrice = {
    valueCents: toCents(value) ?? 0,
    feeType: type_fee,
    feeRate: toCents(rate_organizer) ?? 0,
    isIncrement: is_increment,
    shirtCents: toCents(shirt_value) ?? 0,
  }
  return tier ? atTier(kit, { name: tier.name, valueCents: kit.valueCents }) : kit
}

/** The price in the tier that follows the current one; null when there is none. */
export const nextKitPrice = (kit: Priced): KitPrice | null =>
  kit.next_tier &&
  atTier(kitPrice(kit), { name: kit.next_tier.name, valueCents: toCents(kit.next_tier.value) ?? 0 })

/** The total in the tier that follows the current one, without a coupon. */
export function nextKitTotal(kit: Priced): Cents | null {
  const next = nextKitPrice(kit)
  return next && kitTotal(next)
}
