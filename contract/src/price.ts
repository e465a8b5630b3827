import { type Discount, discountOf } from './discount.ts'
import { type BasisPoints, type Cents, percentOf } from './money.ts'

/** What a kit costs and what the platform charges on it, as stored. */
export interface KitPrice {
  valueCents: Cents
  /** 0: `feeRate` is basis points of the value; 1: `feeRate` is cents. */
  feeType: 0 | 1
  feeRate: number
  /** The fee is added on top for the participant; otherwise the organizer bears it. */
  isIncrement: boolean
}

/** The bounds an enterprise sets on service fees. */
export interface FeePolicy {
  minFeeFreeCents: Cents
  minFeePaidCents: Cents
  maxFeeRate: BasisPoints
}

export interface PriceLine {
  kind: 'kit' | 'discount' | 'fee'
  label: string
  amountCents: Cents
}

export interface Price {
  valueCents: Cents
  discountCents: Cents
  /** The platform's fee, whoever bears it. */
  feeCents: Cents
  /** The part of the fee the participant pays on top: `feeCents` or 0. */
  addedFeeCents: Cents
  totalCents: Cents
  lines: PriceLine[]
}

/** No charge below this can be created at the gateway. */
export const MINIMUM_CHARGE_CENTS: Cents = 500

/** The service fee of a kit: its rate on the full value, or its fixed amount (docs/algorithms/pricing.md). */
export const serviceFee = (kit: KitPrice): Cents =>
  kit.feeType === 0 ? percentOf(kit.valueCents, kit.feeRate) : kit.feeRate

/** What a kit costs without a coupon: its value, and the fee when the participant pays it. */
export const kitTotal = (kit: KitPrice): Cents => kit.valueCents + (kit.isIncrement ? serviceFee(kit) : 0)

/** Whether a total is one that no gateway charges: more than nothing, less than its minimum. */
export const isBelowMinimum = (totalCents: Cents): boolean =>
  totalCents > 0 && totalCents < MINIMUM_CHARGE_CENTS

/**
 * The one price function: wizard and server both call it, the server's result is stored and counts.
 * Total = value − discount + (fee when it is added on top). Written out in docs/algorithms/pricing.md.
 */
export function priceOf(
  kit: KitPrice & { name: string },
  coupon: (Discount & { code: string }) | null,
): Price {
  const valueCents = kit.valueCents
  const discountCents = discountOf(valueCents, coupon)
  const feeCents = serviceFee(kit)
  const addedFeeCents = kit.isIncrement ? feeCents : 0
  const lines: PriceLine[] = [{ kind: 'kit', label: kit.name, amountCents: valueCents }]
  if (coupon && discountCents > 0)
    lines.push({ kind: 'discount', label: `Cupom ${coupon.code}`, amountCents: -discountCents })
  if (addedFeeCents > 0) lines.push({ kind: 'fee', label: 'Taxa de serviço', amountCents: addedFeeCents })
  return {
    valueCents,
    discountCents,
    feeCents,
    addedFeeCents,
    totalCents: valueCents - discountCents + addedFeeCents,
    lines,
  }
}

/** Why a kit's fee breaks the enterprise's bounds, or null. Checked when an event is saved. */
export function feeProblem(kit: KitPrice, policy: FeePolicy): string | null {
  const fee = serviceFee(kit)
  if (kit.valueCents === 0) {
    return fee < policy.minFeeFreeCents ? 'A taxa é menor que a taxa mínima de kits gratuitos.' : null
  }
  if (kit.feeType === 0 && kit.feeRate > policy.maxFeeRate)
    return 'A taxa é maior que o percentual máximo permitido.'
  if (fee < policy.minFeePaidCents) return 'A taxa é menor que a taxa mínima de kits pagos.'
  if (fee * 10_000 > kit.valueCents * policy.maxFeeRate && fee > policy.minFeePaidCents)
    return 'A taxa é maior que o percentual máximo permitido.'
  return null
}
