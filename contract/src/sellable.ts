import { formatCents } from './money.ts'
import { isBelowMinimum, MINIMUM_CHARGE_CENTS } from './price.ts'
import { listWords } from './words.ts'

/** What an event has to have before anybody can register for it. */
export const MISSING = ['details', 'modality', 'category', 'kit', 'category_kit', 'price', 'payment'] as const
export type Missing = (typeof MISSING)[number]
export type MissingInOffer = Exclude<Missing, 'details'>

interface Offer {
  modalities: readonly { status: number; categories: readonly { id: unknown }[] }[]
  /** Without categories, or with none that is in the offer, a kit is sold to all. `totalCents`: what it costs, an added fee included. */
  kits: readonly { status: number; categoryIds: readonly unknown[]; totalCents: number }[]
  payments: readonly { status: number }[]
}

/**
 * What is missing in an offer: some active modality's category needs an active kit, every one of them a kit, active or not; kits that
 * cost something need a way to pay and a total that can be charged.
 */
export function missingIn({ modalities, kits, payments }: Offer): MissingInOffer[] {
  const known = new Set(modalities.flatMap(({ categories }) => categories.map(({ id }) => id)))
  const open = modalities.filter(({ status }) => status === 1)
  const categories = [...new Set(open.flatMap((modality) => modality.categories.map(({ id }) => id)))]
  const isSoldIn = ({ categoryIds: ids }: Offer['kits'][number], category: unknown) =>
    !ids.some((id) => known.has(id)) || ids.includes(category)
  const sold = kits.filter(
    (kit) => kit.status === 1 && categories.some((category) => isSoldIn(kit, category)),
  )
  const hasBareCategory = categories.some((category) => !kits.some((kit) => isSoldIn(kit, category)))
  const missing: MissingInOffer[] = []
  if (open.length === 0) missing.push('modality')
  if (categories.length === 0) missing.push('category')
  if (sold.length === 0) missing.push('kit')
  else if (hasBareCategory) missing.push('category_kit')
  if (sold.some(({ totalCents }) => isBelowMinimum(totalCents))) missing.push('price')
  if (sold.some(({ totalCents }) => totalCents > 0) && !payments.some(({ status }) => status === 1))
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
