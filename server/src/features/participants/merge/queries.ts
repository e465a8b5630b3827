import { type Insertable, sql } from 'kysely'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { CategoryMerges } from '#server/lib/db-types.ts'

export const findMerge = (db: Db, categoryId: number) =>
  db.selectFrom('category_merges').selectAll().where('from_category_id', '=', categoryId).executeTakeFirst()

export const insertMerge = (tx: Tx, merge: Insertable<CategoryMerges>) =>
  tx.insertInto('category_merges').values(merge).execute()

/** Returns how many active registrations moved, or how many spots are missing for that. */
export async function moveRegistrations(
  tx: Tx,
  { fromId, intoId, at }: { fromId: number; intoId: number; at: Date },
): Promise<{ moved: number; missing: number }> {
  const { rows } = await sql<{ moved: number; missing: number }>`
    select moved, missing from merge_categories(${fromId}, ${intoId}, ${at}::timestamptz)`.execute(tx)
  return rows[0] ?? { moved: 0, missing: 0 }
}

/** Active registrations of both categories, without those made after the merge. */
const affected = (db: Db, categoryId: number) =>
  db
    .selectFrom('category_merges as m')
    .innerJoin('registrations as r', (join) =>
      join
        .onRef('r.category_id', '=', 'm.into_category_id')
        .onRef('r.created_at', '<=', 'm.merged_at')
        .on('r.status', '<>', REGISTRATION_STATUS.cancelled),
    )
    .where('m.from_category_id', '=', categoryId)

export async function listAffectedAccounts(db: Db, categoryId: number): Promise<number[]> {
  const rows = await affected(db, categoryId).select('r.responsible_user_id').distinct().execute()
  return rows.map((row) => row.responsible_user_id)
}

export const listAffected = (db: Db, categoryId: number, userId: number) =>
  affected(db, categoryId)
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .innerJoin('modalities as o', 'o.id', 'r.modality_id')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .where('r.responsible_user_id', '=', userId)
    .orderBy('r.id')
    .select(['r.id', 'r.name', 'e.title', 'm.from_name', 'm.into_name'])
    .select(['c.name as category', 'o.name as modality'])
    .execute()
