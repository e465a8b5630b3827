import { listWords } from './words.ts'

/** What an event has to have before anybody can register for it. */
export const MISSING = ['modality', 'category', 'kit', 'payment'] as const
export type Missing = (typeof MISSING)[number]

interface Offer {
  modalities: readonly { status: number; categories: readonly { id: unknown }[] }[]
  /** Without categories, or with none that is in the offer, a kit is sold to all. */
  kits: readonly { status: number; categoryIds: readonly unknown[]; costs: boolean }[]
  payments: readonly { status: number }[]
}

/** What is missing in an offer: some active modality's category needs an active kit, and kits that cost something a way to pay. */
export function missingIn({ modalities, kits, payments }: Offer): Missing[] {
  const known = new Set(modalities.flatMap(({ categories }) => categories.map(({ id }) => id)))
  const open = modalities.filter(({ status }) => status === 1)
  const categories = new Set(open.flatMap((modality) => modality.categories.map(({ id }) => id)))
  const sold = kits.filter(
    ({ status, categoryIds: ids }) =>
      status === 1 &&
      categories.size > 0 &&
      (!ids.some((id) => known.has(id)) || ids.some((id) => categories.has(id))),
  )
  const missing: Missing[] = []
  if (open.length === 0) missing.push('modality')
  if (categories.size === 0) missing.push('category')
  if (sold.length === 0) missing.push('kit')
  if (sold.some(({ costs }) => costs) && !payments.some(({ status }) => status === 1)) missing.push('payment')
  return missing
}

const WORDS: Readonly<Record<Missing, string>> = {
  modality: 'uma modalidade ativa',
  category: 'uma categoria',
  kit: 'um produto ativo',
  payment: 'uma forma de pagamento',
}

/** `uma categoria e um produto ativo`. */
export const missingWords = (missing: readonly Missing[]): string =>
  listWords(missing.map((one) => WORDS[one]))
