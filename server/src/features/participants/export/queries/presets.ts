import { sql } from 'kysely'
import type { SavedPreset } from '#contract/participants/export.ts'
import type { ExportColumn } from '#contract/participants/export-columns.ts'
import type { Db, Tx } from '#server/lib/db.ts'

export const listPresets = (db: Db, organizerId: number): Promise<SavedPreset[]> =>
  db
    .selectFrom('export_presets')
    .where('organizer_id', '=', organizerId)
    .orderBy(sql`lower(name)`)
    .select(['id', 'name', 'only_confirmed'])
    .select(sql<ExportColumn[]>`columns`.as('columns'))
    .execute()

/** Serializes changes of an organizer's presets. */
export async function lockPresets(tx: Tx, organizerId: number): Promise<void> {
  await sql`select from organizers where id = ${organizerId} for no key update`.execute(tx)
}

export async function upsertPreset(
  tx: Tx,
  organizerId: number,
  { name, columns, only_confirmed }: Omit<SavedPreset, 'id'>,
  at: Date,
): Promise<void> {
  const values = { name, columns, only_confirmed, updated_at: at }
  await tx
    .insertInto('export_presets')
    .values({ organizer_id: organizerId, ...values })
    .onConflict((conflict) => conflict.expression(sql`organizer_id, lower(name)`).doUpdateSet(values))
    .execute()
}

export async function updatePreset(
  tx: Tx,
  presetId: number,
  values: Omit<SavedPreset, 'id'>,
  at: Date,
): Promise<void> {
  await tx
    .updateTable('export_presets')
    .set({ ...values, updated_at: at })
    .where('id', '=', presetId)
    .execute()
}

/** Returns the name of the deleted preset; null if there was none. */
export async function deletePreset(tx: Tx, organizerId: number, presetId: number): Promise<string | null> {
  const removed = await tx
    .deleteFrom('export_presets')
    .where('id', '=', presetId)
    .where('organizer_id', '=', organizerId)
    .returning('name')
    .executeTakeFirst()
  return removed?.name ?? null
}
