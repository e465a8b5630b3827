import type { Db } from '#server/lib/db.ts'

export const findKitOfEvent = (db: Db, eventId: number, kitId: number) =>
  db
    .selectFrom('kits as k')
    .innerJoin('events as e', 'e.id', 'k.event_id')
    .where('k.id', '=', kitId)
    .where('k.event_id', '=', eventId)
    .where('k.status', '=', 1)
    .select(['k.id', 'k.name', 'k.value_cents', 'k.fee_type', 'k.fee_rate', 'k.is_increment', 'e.timezone'])
    .executeTakeFirst()

/** `code` must be in capitals, as it is stored. */
export const findCoupon = (db: Db, eventId: number, code: string) =>
  db
    .selectFrom('coupons as c')
    .innerJoin('stock_levels as l', 'l.id', 'c.stock_level_id')
    .where('c.event_id', '=', eventId)
    .where('c.code', '=', code)
    .select(['c.id', 'c.code', 'c.type', 'c.value', 'c.status', 'c.starts_on', 'c.ends_on', 'c.kit_id'])
    .select(['l.capacity', 'l.held'])
    .executeTakeFirst()
