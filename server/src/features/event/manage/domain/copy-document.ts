import { addDays, daysBetween, type IsoDate } from '#contract/dates.ts'
import type { EventDocument, EventRow, ListName } from './document.ts'
import type { FreshIds } from './workbench.ts'

interface Copy {
  id: number
  slug: string
  eventOn: IsoDate
  at: Date
}

/**
 * The next edition of a race: every day moved by as many as the race is, nothing held, closed until somebody opens it,
 * without the results of the last one.
 */
export function copyDocument(
  source: EventDocument,
  { id: event_id, slug, eventOn, at }: Copy,
  fresh: FreshIds,
): EventDocument {
  const shift = daysBetween(source.event.event_on, eventOn)
  const moved = (day: IsoDate) => addDays(day, shift)
  const renamed = <R extends { id: number }>(list: ListName, rows: readonly R[]) =>
    new Map(rows.map((row) => [row.id, fresh(list)]))
  const levels = renamed('stock_levels', source.stock_levels)
  const modalities = renamed('modalities', source.modalities)
  const categories = renamed('categories', source.categories)
  const kits = renamed('kits', source.kits)
  const stock = (row: { stock_level_id: number }) => ({ stock_level_id: linked(levels, row.stock_level_id) })

  return {
    event: {
      ...nextEdition(source.event, moved),
      id: event_id,
      slug,
      event_on: eventOn,
      ...stock(source.event),
      created_at: at,
      updated_at: at,
    },
    stock_levels: source.stock_levels.map((row) => ({
      ...row,
      id: linked(levels, row.id),
      event_id,
      held: 0,
    })),
    modalities: source.modalities.map((row) => ({
      ...row,
      id: linked(modalities, row.id),
      event_id,
      ...stock(row),
    })),
    categories: source.categories.map((row) => ({
      ...row,
      id: linked(categories, row.id),
      event_id,
      modality_id: linked(modalities, row.modality_id),
      ...stock(row),
    })),
    kits: source.kits.map((row) => ({
      ...row,
      id: linked(kits, row.id),
      event_id,
      category_id: row.category_id && linked(categories, row.category_id),
      ...stock(row),
    })),
    shirt_sizes: source.shirt_sizes.map((row) => ({
      ...row,
      id: fresh('shirt_sizes'),
      kit_id: linked(kits, row.kit_id),
      ...stock(row),
    })),
    coupons: source.coupons.map((row) => ({
      ...row,
      id: fresh('coupons'),
      event_id,
      starts_on: row.starts_on && moved(row.starts_on),
      ends_on: row.ends_on && moved(row.ends_on),
      kit_id: row.kit_id && linked(kits, row.kit_id),
      ...stock(row),
    })),
    terms: source.terms.map((row) => ({ ...row, id: fresh('terms'), event_id, version: 1 })),
    questionnaires: source.questionnaires.map((row) => ({ ...row, id: fresh('questionnaires'), event_id })),
    payment_methods: source.payment_methods.map((row) => ({
      ...row,
      id: fresh('payment_methods'),
      event_id,
    })),
  }
}

function nextEdition(event: EventRow, moved: (day: IsoDate) => IsoDate) {
  return {
    ...event,
    registration_starts_on: moved(event.registration_starts_on),
    registration_ends_on: moved(event.registration_ends_on),
    kit_delivery_on: event.kit_delivery_on && moved(event.kit_delivery_on),
    results_url: null,
    status: 0,
    version: 1,
  }
}

function linked(ids: ReadonlyMap<number, number>, id: number): number {
  const found = ids.get(id)
  if (found === undefined) throw new Error(`the document has no item ${id}`)
  return found
}
