import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { shirtSizesProblem } from '#contract/event-rules.ts'
import { toCents, toDecimal } from '#contract/money.ts'
import type { OrganizerEvent } from '#contract/organizer-event.ts'
import { type FeePolicy, type KitPrice, kitTotal, serviceFee } from '#contract/price.ts'
import { useSession } from '../../../../session.ts'
import { feesQuery } from '../queries.ts'
import { type EventForm, kept, type ProductForm } from './event-form.ts'

export interface CategoryChoice {
  /** The category's id as text. */
  value: string
  label: string
}

/** Every pair of modality and category once, even when two have the same names; those of `chosen`, ids as text, always. */
export function categoryChoices(
  modalities: EventForm['modalities'],
  chosen: readonly string[] = [],
): CategoryChoice[] {
  const choices = kept(modalities).flatMap((modality) =>
    kept(modality.categories).map((category) => ({
      value: String(category.category_id),
      label: `${modality.modality_name || 'Modalidade sem nome'} — ${category.category_name || 'Categoria sem nome'}`,
    })),
  )
  const labels = new Set<string>()
  return choices.filter(({ label, value }) => labels.size < labels.add(label).size || chosen.includes(value))
}

const count = (text: string) => (text.trim() === '' ? null : Number(text))

/** The sentence that refuses more shirts than kits, or null; both are counted as they are being typed. */
export const sizesProblem = ({
  name,
  quantity,
  shirt_sizes,
}: Pick<ProductForm, 'name' | 'quantity' | 'shirt_sizes'>): string | null =>
  shirtSizesProblem({
    name,
    quantity: count(quantity),
    shirt_sizes: kept(shirt_sizes).map((size) => ({ ...size, quantity: count(size.quantity) })),
  })

/** The problems that keep one on the step of the products. */
export const allSizesProblems = ({ products }: Pick<EventForm, 'products'>): string[] =>
  kept(products).flatMap((product) => sizesProblem(product) ?? [])

export const sizesTotal = ({ shirt_sizes }: Pick<ProductForm, 'shirt_sizes'>): number =>
  kept(shirt_sizes).reduce((sum, { quantity }) => sum + (count(quantity) ?? 0), 0)

/** No bounds in the browser: the server, which knows them, decides. */
export const NO_BOUNDS: FeePolicy = { minFeeFreeCents: 0, minFeePaidCents: 0, maxFeeRate: 10_000 }

/** The bounds of service fees as the API answers them. */
const policyOf = (fees: OrganizerEvent['fee_bounds']): FeePolicy => ({
  minFeeFreeCents: toCents(fees.min_fee_free ?? '') ?? 0,
  minFeePaidCents: toCents(fees.min_fee_paid ?? '') ?? 0,
  maxFeeRate: toCents(fees.max_fee_percentage ?? '') ?? NO_BOUNDS.maxFeeRate,
})

/**
 * The bounds of service fees: a stored event's come with it. Those of a new one are the caller's own, if they may see them; of
 * Empresa and Admin, who name the organizer, they are not known. Failing to load them is no error here.
 */
export function useFeePolicy(event: Pick<OrganizerEvent, 'fee_bounds'> | null): FeePolicy {
  const session = useSession()
  const isBound = session?.roles.includes('Organizador') && session.permissions.includes('view-fees')
  const enabled = Boolean(!event && isBound)
  const { data: own } = useQuery({ ...feesQuery, enabled })
  const bounds = event?.fee_bounds ?? own
  return useMemo(() => (bounds ? policyOf(bounds) : NO_BOUNDS), [bounds])
}

/** The least service fee that a new kit may have, as the form holds it; null: no price yet, so that of a paid kit. */
export function leastFee(
  { minFeeFreeCents, minFeePaidCents }: FeePolicy,
  valueCents: number | null,
): Pick<ProductForm, 'type_fee' | 'rate_organizer'> {
  const cents = valueCents === 0 ? minFeeFreeCents : minFeePaidCents
  return { type_fee: cents > 0 ? '1' : '0', rate_organizer: toDecimal(cents) }
}

type PricedForm = Pick<ProductForm, 'value' | 'type_fee' | 'rate_organizer' | 'is_increment'>

/** A kit as it is being typed; missing amounts count as zero. */
const priced = ({ value, type_fee, rate_organizer, is_increment }: PricedForm): KitPrice => ({
  valueCents: toCents(value) ?? 0,
  feeType: type_fee === '1' ? 1 : 0,
  feeRate: toCents(rate_organizer) ?? 0,
  isIncrement: is_increment,
})

/** Its service fee, in cents. */
export const feeOf = (product: PricedForm): number => serviceFee(priced(product))

/** What the runner pays for it, an added fee included, in cents. */
export const totalOf = (product: PricedForm): number => kitTotal(priced(product))
