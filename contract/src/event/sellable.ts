import { formatCents } from '../money.ts'
import { isBelowMinimum, MINIMUM_CHARGE_CENTS } from '../pricing/price.ts'
import { listWords } from '../words.ts'
import { ITEM_STATUS } from './event-status.ts'

export const MISSING = ['details', 'modality', 'category', 'kit', 'category_kit', 'price', 'payment'] as const
export type Missing = (typeof MISSING)[number]
export type MissingInOffer = Exclude<Missing, 'details'>

interface Offer {
  modalities: readonly { status: number; categories: readonly { id: unknown }[] }[]
  /** A kit without existing categories is sold in all. `totalCents` includes a fee added on top. */
  kits: readonly { status: number; categoryIds: readonly unknown[]; totalCents: number }[]
  payments: readonly { status: number }[]
}

/**
 * Which of these an event lacks: an active modality with a category; an active kit in such a category; a kit,
 * active or not, for every category; and, for kits that cost something, a payment method and a total of at
 * least the gateway's minimum.
 */
export function missingIn({ modalities, kits, payments }: Offer): MissingInOffer[] {
  const known = new Set(modalities.flatMap(({ categories }) => categories.map(({ id }) => id)))
  const open = modalities.filter(({ status }) => status === ITEM_STATUS.active)
  const categories = [...new Set(open.flatMap((modality) => modality.categories.map(({ id }) => id)))]
  const isSoldIn = ({ categoryIds: ids }: Offer['kits'][number], category: unknown) =>
    !ids.some((id) => known.has(id)) || ids.includes(category)
  const sold = kits.filter(
    (kit) => kit.status === ITEM_STATUS.active && categories.some((category) => isSoldIn(kit, category)),
  )
  const hasBareCategory = categories.some((category) => !kits.some((kit) => isSoldIn(kit, category)))
  const missing: MissingInOffer[] = []
  if (open.length === 0) missing.push('modality')
  if (categories.length === 0) missing.push('category')
  if (sold.length === 0) missing.push('kit')
  else if (hasBareCategory) missing.push('category_kit')
  if (sold.some(({ totalCents }) => isBelowMinimum(totalCents))) missing.push('price')
  if (
    sold.some(({ totalCents }) => totalCents > 0) &&
    !payments.some(({ status }) => status === ITEM_STATUS.active)
  )
    missing.push('payment')
  return missing
}

const WORDS: Readonly<Record<Missing, string>> = {
  details: 'completar os dados do evento',
  modality: 'uma modalidade ativa',
  category: 'uma categoria',
  kit: 'um produto ativo',
  category_kit: 'um produto para cada categoria',
  price: `um total de pelo menos ${formatCents(MINIMUM_CHARGE_CENTS)} em cada produto pago`,
  payment: 'uma forma de pagamento',
}

/** `uma categoria e um produto ativo`. */
export const missingWords = (missing: readonly Missing[]): string =>
  listWords(missing.map((one) => WORDS[one]))
