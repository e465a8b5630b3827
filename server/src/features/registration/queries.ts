import { sql } from 'kysely'
import type { Tx } from '#server/lib/db.ts'

/** The stock levels a registration's choice takes a unit of, from the widest to the narrowest. */
export async function getLevelIds(tx: Tx, registrationId: number): Promise<number[]> {
  const row = await tx
    .selectFrom('registrations as r')
    .innerJoin('events as e', 'e.id', 'r.event_id')
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .innerJoin('kits as k', 'k.id', 'r.kit_id')
    .leftJoin('shirt_sizes as s', 's.id', 'r.shirt_size_id')
    .leftJoin('coupons as p', 'p.id', 'r.coupon_id')
    .where('r.id', '=', registrationId)
    .select(
      sql<number[]>`array_remove(array[e.stock_level_id, m.stock_level_id, c.stock_level_id, k.stock_level_id,
        s.stock_level_id, p.stock_level_id], null)`.as('level_ids'),
    )
    .executeTakeFirstOrThrow()
  return row.level_ids
}
