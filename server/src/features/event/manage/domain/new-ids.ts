import type { EventDraft } from '#contract/organizer-event.ts'
import type { EventDocument, ListName } from './document.ts'
import type { FreshIds } from './workbench.ts'

type IdCounts = Record<ListName, number>

const isNew = (id: number | null | undefined) => !id || id <= 0
const countNew = <T>(items: readonly T[], idOf: (item: T) => number | null | undefined) =>
  items.filter((item) => isNew(idOf(item))).length

/** How many ids of each table saving a draft takes. */
export function idsForDraft(draft: EventDraft, stored: EventDocument | null): IdCounts {
  const modalities = countNew(draft.modalities, (one) => one.modality_id)
  const categories = countNew(
    draft.modalities.flatMap((one) => one.categories),
    (one) => one.category_id,
  )
  const kits = countNew(draft.products, (one) => one.id)
  const shirt_sizes = countNew(
    draft.products.flatMap((one) => one.shirt_sizes),
    (one) => one.id,
  )
  const coupons = countNew(draft.discount_cupons, (one) => one.id)
  const types = new Set(stored?.payment_methods.map((method) => method.type))
  return {
    modalities,
    categories,
    kits,
    shirt_sizes,
    coupons,
    terms: countNew(draft.terms, (one) => one.id),
    questionnaires: countNew(draft.questionnaires, (one) => one.id),
    payment_methods: draft.payment_methods.filter((method) => !types.has(method.type)).length,
    stock_levels: modalities + categories + kits + shirt_sizes + coupons + (stored ? 0 : 1),
  }
}

/** How many ids of each table a copy of a whole document takes. */
export const idsForCopy = (document: EventDocument): IdCounts => ({
  modalities: document.modalities.length,
  categories: document.categories.length,
  kits: document.kits.length,
  shirt_sizes: document.shirt_sizes.length,
  coupons: document.coupons.length,
  terms: document.terms.length,
  questionnaires: document.questionnaires.length,
  payment_methods: document.payment_methods.length,
  stock_levels: document.stock_levels.length,
})

/** Hands out ids that were taken from the sequences beforehand. */
export function freshIds(ids: Record<ListName, readonly number[]>): FreshIds {
  const used = new Map<ListName, number>()
  return (table) => {
    const position = used.get(table) ?? 0
    used.set(table, position + 1)
    const id = ids[table][position]
    if (id === undefined) throw new Error(`no ids of ${table} are left: they were counted wrong`)
    return id
  }
}
