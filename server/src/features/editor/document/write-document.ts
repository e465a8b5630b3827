import { deleteRows, upsertRows } from '#server/lib/bulk.ts'
import type { Tx } from '#server/lib/db.ts'
import type { Changes } from '../domain/changes.ts'
import type { EventRow } from '../domain/document.ts'
import { insertTermVersions } from '../queries.ts'

/** What is pointed at goes last. */
const REMOVED_IN_ORDER = [
  'payment_methods',
  'questionnaires',
  'terms',
  'coupons',
  'shirt_sizes',
  'kits',
  'categories',
  'modalities',
  'stock_levels',
] as const

/** Writes what a save changes, one statement a table: first what is pointed at, and nothing goes before its last link did. */
export async function writeDocument(tx: Tx, event: EventRow, changes: Changes): Promise<void> {
  // Only the limit of a level: what it holds belongs to the registrations.
  await upsertRows(tx, 'stock_levels', changes.stock_levels.written, ['capacity'])
  await upsertRows(tx, 'events', [event])
  await upsertRows(tx, 'modalities', changes.modalities.written)
  await upsertRows(tx, 'categories', changes.categories.written)
  await upsertRows(tx, 'kits', changes.kits.written)
  await upsertRows(tx, 'shirt_sizes', changes.shirt_sizes.written)
  await upsertRows(tx, 'coupons', changes.coupons.written)
  await upsertRows(tx, 'terms', changes.terms.written)
  await insertTermVersions(tx, changes.terms.written, event.updated_at)
  await upsertRows(tx, 'questionnaires', changes.questionnaires.written)
  await upsertRows(tx, 'payment_methods', changes.payment_methods.written)

  for (const list of REMOVED_IN_ORDER) {
    const ids = changes[list].removed.map((row) => row.id)
    await deleteRows(tx, list, ids)
  }
}
