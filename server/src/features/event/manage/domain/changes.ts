import type { EventDocument, ListName } from './document.ts'
import { byId } from './workbench.ts'

type Changed<R> = { written: R[]; removed: R[] }
/** What saving writes: of each list the rows that are new or differ, and those that are no longer wanted. */
export type Changes = { [List in ListName]: Changed<EventDocument[List][number]> }

/** Compares the document that is wanted with the one that is stored, if any. */
export function changesBetween(stored: EventDocument | null, wanted: EventDocument): Changes {
  return {
    stock_levels: changedRows(stored?.stock_levels, wanted.stock_levels),
    modalities: changedRows(stored?.modalities, wanted.modalities),
    categories: changedRows(stored?.categories, wanted.categories),
    kits: changedRows(stored?.kits, wanted.kits),
    shirt_sizes: changedRows(stored?.shirt_sizes, wanted.shirt_sizes),
    coupons: changedRows(stored?.coupons, wanted.coupons),
    terms: changedRows(stored?.terms, wanted.terms),
    questionnaires: changedRows(stored?.questionnaires, wanted.questionnaires),
    payment_methods: changedRows(stored?.payment_methods, wanted.payment_methods),
  }
}

function changedRows<R extends { id: number }>(stored: readonly R[] = [], wanted: readonly R[]): Changed<R> {
  const old = byId(stored)
  const kept = new Set(wanted.map((row) => row.id))
  return {
    written: wanted.filter((row) => !isSame(old.get(row.id), row)),
    removed: stored.filter((row) => !kept.has(row.id)),
  }
}

/** Rows hold texts, numbers, flags and nulls only. */
const isSame = <R extends object>(stored: R | undefined, wanted: R): boolean =>
  stored !== undefined &&
  (Object.keys(wanted) as (keyof R)[]).every((column) => stored[column] === wanted[column])
