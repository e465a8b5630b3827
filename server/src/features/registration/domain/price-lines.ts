import { type BasisPoints, type Cents, toDecimal } from '#contract/money.ts'
import type { GroupDiscount } from '#contract/pricing/group-price.ts'
import type { PriceLine } from '#contract/pricing/price.ts'

/** An element of `registrations.price_lines`. */
export interface StoredLine {
  kind: PriceLine['kind']
  label: string
  amount_cents: Cents
  /** Of a line of the kind `group`. */
  rate_bp?: BasisPoints
}

/** Lines that a registration keeps when its runner or discount changes: they do not follow from either. */
export const isLasting = ({ kind }: StoredLine): boolean =>
  kind === 'change' || kind === 'kept' || kind === 'credit'

/** The saving by the group price in the lines of a registration. */
export function groupOf(lines: readonly StoredLine[]): GroupDiscount {
  const find = (wanted: StoredLine['kind']) => lines.find(({ kind }) => kind === wanted)
  return { rate: find('group')?.rate_bp ?? 0, freeCents: -(find('group_free')?.amount_cents ?? 0) }
}

export const presentLines = (lines: readonly StoredLine[]) =>
  lines.map(({ kind, label, amount_cents }) => ({ kind, label, amount: toDecimal(amount_cents) }))

/** A registration's part of a payment. */
export interface Charged {
  price_lines: readonly StoredLine[]
  amount_cents: Cents
  /** What earlier payments paid for the registration. */
  paid_before_cents: Cents
}

/**
 * The lines of the price and what separates it from the amount: what was paid before, and what was charged or
 * returned by itself because the registration changed after this payment. They add up to the amount.
 */
export function chargeLines({ price_lines, amount_cents, paid_before_cents }: Charged): StoredLine[] {
  const excess = price_lines.reduce((sum, line) => sum + line.amount_cents, 0) - amount_cents
  const paid = Math.min(Math.max(excess, 0), paid_before_cents)
  return [
    ...price_lines,
    ...difference('Já pago', -paid),
    ...difference('Diferença acertada à parte', paid - excess),
  ]
}

const difference = (label: string, amountCents: Cents): StoredLine[] =>
  amountCents === 0 ? [] : [{ kind: 'difference', label, amount_cents: amountCents }]
