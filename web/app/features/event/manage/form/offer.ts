import { useQuery } from '@tanstack/react-query'
import { shirtSizesProblem } from '#contract/event-rules.ts'
import { toCents } from '#contract/money.ts'
import { type FeePolicy, serviceFee } from '#contract/price.ts'
import { useSession } from '../../../../session.ts'
import { feesQuery } from '../queries.ts'
import { type EventForm, kept, type ProductForm } from './event-form.ts'

export interface CategoryChoice {
  /** The category's id as text. */
  value: string
  label: string
}

/** Every pair of modality and category once, even when two have the same names. */
export function categoryChoices(modalities: EventForm['modalities']): CategoryChoice[] {
  const choices = kept(modalities).flatMap((modality) =>
    kept(modality.categories).map((category) => ({
      value: String(category.category_id),
      label: `${modality.modality_name || 'Modalidade sem nome'} — ${category.category_name || 'Categoria sem nome'}`,
    })),
  )
  const labels = new Set<string>()
  return choices.filter(({ label }) => labels.size < labels.add(label).size)
}

/** The category of a new product: the first that none serves yet, else the first. */
export function nextCategory({
  modalities,
  products,
}: Pick<EventForm, 'modalities' | 'products'>): string | null {
  const choices = categoryChoices(modalities)
  const served = new Set(kept(products).map((product) => product.category_id))
  return (choices.find(({ value }) => !served.has(value)) ?? choices[0])?.value ?? null
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
const NO_BOUNDS: FeePolicy = { minFeeFreeCents: 0, minFeePaidCents: 0, maxFeeRate: 10_000 }

/**
 * The bounds of service fees, for an organizer and a realizador who may see them. Failing to load them is no error here. Those
 * that Empresa and Admin would get are not the bounds of the event's organizer.
 */
export function useFeePolicy(): FeePolicy {
  const session = useSession()
  const isBound =
    session?.user.organizer && !session.roles.some((role) => role === 'Admin' || role === 'Empresa')
  const enabled = Boolean(isBound && session.permissions.includes('view-fees'))
  const { data: fees } = useQuery({ ...feesQuery, enabled })
  if (!fees) return NO_BOUNDS
  return {
    minFeeFreeCents: toCents(fees.min_fee_free ?? '') ?? 0,
    minFeePaidCents: toCents(fees.min_fee_paid ?? '') ?? 0,
    maxFeeRate: toCents(fees.max_fee_percentage ?? '') ?? NO_BOUNDS.maxFeeRate,
  }
}

/** The service fee of a kit as it is being typed, in cents; missing amounts count as zero. */
export const feeOf = ({
  value,
  type_fee,
  rate_organizer,
  is_increment,
}: Pick<ProductForm, 'value' | 'type_fee' | 'rate_organizer' | 'is_increment'>): number =>
  serviceFee({
    valueCents: toCents(value) ?? 0,
    feeType: type_fee === '1' ? 1 : 0,
    feeRate: toCents(rate_organizer) ?? 0,
    isIncrement: is_increment,
  })
