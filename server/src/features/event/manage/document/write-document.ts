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

const FIXED_OF_EVENT = ['slug', 'stock_level_id', 'organizer_id', 'enterprise_id', 'created_at'] as const
const OWNED = ['event_id', 'stock_level_id'] as const

/** Writes what a save changes, one statement a table: first what is pointed at, and nothing goes before its last link did. */
export async function writeDocument(tx: Tx, event: EventRow, changes: Changes): Promise<void> {
  // Only the limit of a level: what it holds belongs to the registrations.
  await upsertRows(tx, 'stock_levels', changes.stock_levels.written, ['event_id', 'kind', 'held'])
  await upsertRows(tx, 'events', [event], FIXED_OF_EVENT)
  await upsertRows(tx, 'modalities', changes.modalities.written, OWNED)
  await upsertRows(tx, 'categories', changes.categories.written, [...OWNED, 'modality_id'])
  await upsertRows(tx, 'kits', changes.kits.written, OWNED)
  await upsertRows(tx, 'shirt_sizes', changes.shirt_sizes.written, ['kit_id', 'stock_level_id'])
  await upsertRows(tx, 'coupons', changes.coupons.written, OWNED)
  await upsertRows(tx, 'terms', changes.terms.written, ['event_id'])
  await insertTermVersions(tx, changes.terms.written, event.updated_at)
  await upsertRows(tx, 'questionnaires', changes.questionnaires.written, ['event_id'])
  await upsertRows(tx, 'payment_methods', changes.payment_methods.written, ['event_id', 'type'])

  for (const list of REMOVED_IN_ORDER) {
    const ids = changes[list].removed.map((row) => row.id)
    await deleteRows(tx, list, ids)
  }
}
