import { type BasisPoints, type Cents, formatBasisPoints } from '../money.ts'
import { type Discount, discountOf } from './discount.ts'
import { type GroupDiscount, groupDiscountOf, NO_GROUP } from './group-price.ts'
import { FEE_TYPE, type KitPrice, serviceFee } from './kit-total.ts'
import { type RightDiscount, rightDiscountOf } from './right-rule.ts'

/** An enterprise's bounds for service fees. */
export interface FeePolicy {
  minFeeFreeCents: Cents
  minFeePaidCents: Cents
  maxFeeRate: BasisPoints
}

/**
 * The rule that a line of a price comes from. A `tier` line is the kit at the price of its tier, `change` the fee
 * of a change, `kept` what a cheaper choice did not return, `credit` what it left for another race, `group_free` a
 * part of a group's free places.
 */
export const PRICE_LINE_KINDS = [
  'kit',
  'tier',
  'right',
  'coupon',
  'group',
  'group_free',
  'fee',
  'change',
  'kept',
  'credit',
  'difference',
] as const

export interface PriceLine {
  kind: (typeof PRICE_LINE_KINDS)[number]
  label: string
  amountCents: Cents
  /** Of a group's discount, which stays when the registration changes. */
  rate?: BasisPoints
}

export interface Price {
  valueCents: Cents
  discountCents: Cents
  /** The platform's fee, paid by the participant or the organizer. */
  feeCents: Cents
  /** The part of the fee that the participant pays on top: `feeCents` or 0. */
  addedFeeCents: Cents
  totalCents: Cents
  lines: PriceLine[]
}

/** Gateways create no charge below this amount. */
export const MINIMUM_CHARGE_CENTS: Cents = 500

export const isBelowMinimum = (totalCents: Cents): boolean =>
  totalCents > 0 && totalCents < MINIMUM_CHARGE_CENTS

type NamedPrice = KitPrice & { name: string }
type Coupon = Discount & { code: string }

/** The lines of what a group saves, between the other discounts and the fee. */
export const groupLines = (groupCents: Cents, { rate, freeCents }: GroupDiscount): PriceLine[] => [
  ...(groupCents > 0
    ? [
        {
          kind: 'group',
          label: `Preço de grupo (${formatBasisPoints(rate)})`,
          amountCents: -groupCents,
          rate,
        } as const,
      ]
    : []),
  ...(freeCents > 0
    ? [{ kind: 'group_free', label: 'Parte da inscrição grátis do grupo', amountCents: -freeCents } as const]
    : []),
]

/** The price with exactly these discounts; `lowestPrice` chooses them. */
export function priceOf(
  kit: NamedPrice,
  coupon: Coupon | null,
  right: RightDiscount | null = null,
  group = NO_GROUP,
): Price {
  const valueCents = kit.valueCents
  const rightCents = right ? rightDiscountOf(valueCents, kit.shirtCents ?? 0, right) : 0
  const couponCents = discountOf(valueCents - rightCents, coupon)
  const others = { valueCents, rightCents, couponCents, stackable: right?.stackable ?? false }
  const groupCents = groupDiscountOf(others, group.rate)
  const freeCents = Math.min(group.freeCents, valueCents - rightCents - couponCents - groupCents)
  const feeCents = serviceFee(kit, rightCents)
  const addedFeeCents = kit.isIncrement ? feeCents : 0
  const lines: PriceLine[] = [
    kit.tierName === undefined
      ? { kind: 'kit', label: kit.name, amountCents: valueCents }
      : { kind: 'tier', label: `${kit.name} · ${kit.tierName}`, amountCents: valueCents },
  ]
  if (right && rightCents > 0) lines.push({ kind: 'right', label: right.name, amountCents: -rightCents })
  if (coupon && couponCents > 0)
    lines.push({ kind: 'coupon', label: `Cupom ${coupon.code}`, amountCents: -couponCents })
  lines.push(...groupLines(groupCents, { ...group, freeCents }))
  if (addedFeeCents > 0) lines.push({ kind: 'fee', label: 'Taxa de serviço', amountCents: addedFeeCents })
  const discountCents = rightCents + couponCents + groupCents + freeCents
  return {
    valueCents,
    discountCents,
    feeCents,
    addedFeeCents,
    totalCents: valueCents - discountCents + addedFeeCents,
    lines,
  }
}

/**
 * The only price calculation (docs/algorithms/pricing.md), used by wizard and server; the server's result is
 * stored. Of the allowed combinations of the discounts that apply, the cheapest counts. Of equally cheap ones
 * the first counts. So a coupon without a discount is used, because it may reserve a spot.
 */
export function lowestPrice<R extends RightDiscount, C extends Coupon>(
  kit: NamedPrice,
  { rights, coupon, group }: { rights: readonly R[]; coupon: C | null; group?: GroupDiscount },
): { price: Price; right: R | null; coupon: C | null } {
  const isStackable = ({ stackable }: R) => stackable || coupon?.value === 0
  const combinations: { right: R | null; coupon: C | null }[] = [
    ...(coupon ? rights.filter(isStackable).map((right) => ({ right, coupon })) : []),
    ...rights.map((right) => ({ right, coupon: null })),
    { right: null, coupon },
  ]
  return combinations
    .map((chosen) => ({ ...chosen, price: priceOf(kit, chosen.coupon, chosen.right, group) }))
    .reduce((best, one) => (one.price.totalCents < best.price.totalCents ? one : best))
}

/** Why a kit's fee exceeds the enterprise's bounds; null when it does not. */
export function feeProblem(kit: KitPrice, policy: FeePolicy): string | null {
  const fee = serviceFee(kit)
  if (kit.valueCents === 0) {
    return fee < policy.minFeeFreeCents ? 'A taxa é menor que a taxa mínima de kits gratuitos.' : null
  }
  if (kit.feeType === FEE_TYPE.percent && kit.feeRate > policy.maxFeeRate)
    return 'A taxa é maior que o percentual máximo permitido.'
  if (fee < policy.minFeePaidCents) return 'A taxa é menor que a taxa mínima de kits pagos.'
  if (fee * 10_000 > kit.valueCents * policy.maxFeeRate && fee > policy.minFeePaidCents)
    return 'A taxa é maior que o percentual máximo permitido.'
  return null
}
