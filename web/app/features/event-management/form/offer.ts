import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { OrganizerEvent } from '#contract/event-management/event-document.ts'
import { shirtSizesProblem } from '#contract/event-management/product-rules.ts'
import { toCents, toDecimal } from '#contract/money.ts'
import { type KitPrice, kitTotal, serviceFee } from '#contract/pricing/kit-total.ts'
import { type FeePolicy, isBelowMinimum, MINIMUM_CHARGE_CENTS } from '#contract/pricing/price.ts'
import { useSession } from '#web/session/session.ts'
import { feesQuery } from '../queries.ts'
import { type EventForm, type ProductForm, remaining } from './event-form.ts'

export interface CategoryChoice {
  value: string
  label: string
}

export const everyCategory = (modalities: EventForm['modalities']): CategoryChoice[] =>
  remaining(modalities).flatMap((modality) =>
    remaining(modality.categories).map((category) => ({
      value: String(category.category_id),
      label: `${modality.modality_name || 'Modalidade sem nome'} — ${category.category_name || 'Categoria sem nome'}`,
    })),
  )

/** Of pairs with equal names only the first is returned, unless the other one is in `chosen`. */
export function categoryChoices(
  modalities: EventForm['modalities'],
  chosen: readonly string[] = [],
): CategoryChoice[] {
  const choices = everyCategory(modalities)
  const labels = new Set<string>()
  return choices.filter(({ label, value }) => labels.size < labels.add(label).size || chosen.includes(value))
}

/** A whole number as typed; null: none. */
export const count = (text: string) => (text.trim() === '' ? null : Number(text))

/** The error message when a kit has more shirts than its own quantity; null otherwise. */
export const sizesProblem = ({
  name,
  quantity,
  shirt_sizes,
}: Pick<ProductForm, 'name' | 'quantity' | 'shirt_sizes'>): string | null =>
  shirtSizesProblem({
    name,
    quantity: count(quantity),
    shirt_sizes: remaining(shirt_sizes).map((size) => ({ ...size, quantity: count(size.quantity) })),
  })

/** The problems that block leaving the step of the products. */
export const allSizesProblems = ({ products }: Pick<EventForm, 'products'>): string[] =>
  remaining(products).flatMap((product) => sizesProblem(product) ?? [])

export const sizesTotal = ({ shirt_sizes }: Pick<ProductForm, 'shirt_sizes'>): number =>
  remaining(shirt_sizes).reduce((sum, { quantity }) => sum + (count(quantity) ?? 0), 0)

/** Disables the check in the browser where the bounds are unknown. The server checks them. */
export const NO_BOUNDS: FeePolicy = { minFeeFreeCents: 0, minFeePaidCents: 0, maxFeeRate: 10_000 }

const policyOf = (fees: OrganizerEvent['fee_bounds']): FeePolicy => ({
  minFeeFreeCents: toCents(fees.min_fee_free ?? '') ?? 0,
  minFeePaidCents: toCents(fees.min_fee_paid ?? '') ?? 0,
  maxFeeRate: toCents(fees.max_fee_percentage ?? '') ?? NO_BOUNDS.maxFeeRate,
})

/**
 * The bounds for the fees of an event. A stored event has its own; a new one has those of the organizer, if
 * the user may see them. For Empresa and Admin, who choose the organizer in the form, they are unknown. A
 * failure to load them is ignored.
 */
export function useFeePolicy(event: Pick<OrganizerEvent, 'fee_bounds'> | null): FeePolicy {
  const session = useSession()
  const isBound = session?.roles.includes('Organizador') && session.permissions.includes('view-fees')
  const enabled = Boolean(!event && isBound)
  const { data: own } = useQuery({ ...feesQuery, enabled })
  const bounds = event?.fee_bounds ?? own
  return useMemo(() => (bounds ? policyOf(bounds) : NO_BOUNDS), [bounds])
}

/** The lowest valid service fee of a kit. Without a price (null) it is the fee of a paid kit. */
export function leastFee(
  { minFeeFreeCents, minFeePaidCents }: FeePolicy,
  valueCents: number | null,
): Pick<ProductForm, 'type_fee' | 'rate_organizer'> {
  const cents = valueCents === 0 ? minFeeFreeCents : minFeePaidCents
  return { type_fee: cents > 0 ? '1' : '0', rate_organizer: toDecimal(cents) }
}

type FeeForm = Pick<ProductForm, 'type_fee' | 'rate_organizer' | 'is_increment'>
type PricedForm = FeeForm & Pick<ProductForm, 'value' | 'tiers'>

/** The prices of a kit as typed: its tiers', or its own. */
export const valuesOf = ({ value, tiers }: Pick<ProductForm, 'value' | 'tiers'>): string[] => {
  const left = remaining(tiers)
  return left.length > 0 ? left.map((tier) => tier.value) : [value]
}

/** The highest price in cents; null while none is typed. */
export function highestOf(values: readonly string[]): number | null {
  const typed = values.flatMap((value) => toCents(value) ?? [])
  return typed.length > 0 ? Math.max(...typed) : null
}

/** A missing amount counts as zero. */
const priced = (value: string, { type_fee, rate_organizer, is_increment }: FeeForm): KitPrice => ({
  valueCents: toCents(value) ?? 0,
  feeType: type_fee === '1' ? 1 : 0,
  feeRate: toCents(rate_organizer) ?? 0,
  isIncrement: is_increment,
})

/** The service fee of a kit at a price. */
export const feeOf = (value: string, fee: FeeForm): number => serviceFee(priced(value, fee))

/** The amounts in cents that a runner pays at each of the prices, including an added fee. */
export const totalsOf = (product: PricedForm): number[] =>
  valuesOf(product).map((value) => kitTotal(priced(value, product)))

/**
 * The amount that decides whether the kit can be sold: an amount that the gateway refuses, if there is one,
 * otherwise the highest. A kit without a price counts as a paid one: what it lacks is the price.
 */
export const decisiveTotal = (product: PricedForm): number => {
  const typed = valuesOf(product).filter((value) => toCents(value) !== null)
  if (typed.length === 0) return MINIMUM_CHARGE_CENTS
  const totals = typed.map((value) => kitTotal(priced(value, product)))
  return totals.find(isBelowMinimum) ?? Math.max(...totals)
}
