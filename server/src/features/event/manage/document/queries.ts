import { sql } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { withinReach } from '../../../producer/events/queries.ts'
import { eventReach } from '../../../producer/policy.ts'
import type { EventDocument, EventRow, LevelRow } from '../domain/document.ts'
import type { UsableList } from '../domain/in-use.ts'

/** An event the caller acts on, whole. Throws 404 for somebody else's as for one that does not exist. */
export const getEvent = (db: Db, caller: Caller, id: number): Promise<EventRow> =>
  reachedEvent(db, caller, id).executeTakeFirstOrThrow(() => new AppError('event_not_found'))

/**
 * The same, and nobody saves it or registers for it before this transaction ends. The first lock of a save, as of every
 * registration: docs/algorithms/stock.md.
 */
export const lockEvent = (tx: Tx, caller: Caller, id: number): Promise<EventRow> =>
  reachedEvent(tx, caller, id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('event_not_found'))

const reachedEvent = (db: Db, caller: Caller, id: number) =>
  db
    .selectFrom('events')
    .selectAll()
    .where('id', '=', id)
    .where(withinReach(eventReach(caller)))

/**
 * Everything that is saved with an event. Without a lock a save may come in between: then the event, read before the rest,
 * has the older version, and whoever sends the mixture back is told that it is stale.
 */
export async function getDocument(db: Db, event: EventRow): Promise<EventDocument> {
  return {
    event,
    modalities: await db
      .selectFrom('modalities')
      .selectAll()
      .where('event_id', '=', event.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    categories: await db
      .selectFrom('categories')
      .selectAll()
      .where('event_id', '=', event.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    kits: await db
      .selectFrom('kits')
      .selectAll()
      .where('event_id', '=', event.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    shirt_sizes: await db
      .selectFrom('shirt_sizes')
      .innerJoin('kits', 'kits.id', 'shirt_sizes.kit_id')
      .selectAll('shirt_sizes')
      .where('kits.event_id', '=', event.id)
      .orderBy('shirt_sizes.position')
      .orderBy('shirt_sizes.id')
      .execute(),
    coupons: await db
      .selectFrom('coupons')
      .selectAll()
      .where('event_id', '=', event.id)
      .orderBy('id')
      .execute(),
    terms: await db
      .selectFrom('terms')
      .selectAll()
      .where('event_id', '=', event.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    questionnaires: await db
      .selectFrom('questionnaires')
      .selectAll()
      .where('event_id', '=', event.id)
      .orderBy('position')
      .orderBy('id')
      .execute(),
    payment_methods: await db
      .selectFrom('payment_methods')
      .selectAll()
      .where('event_id', '=', event.id)
      .orderBy('type')
      .execute(),
    stock_levels: await db.selectFrom('stock_levels').selectAll().where('event_id', '=', event.id).execute(),
  }
}

/** Locks levels in id order, as everybody does, and answers what they hold from now on. */
export const lockLevels = (tx: Tx, ids: readonly number[]): Promise<LevelRow[]> =>
  tx
    .selectFrom('stock_levels')
    .selectAll()
    .where('id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('id')
    .forUpdate()
    .execute()

/** The first of these items that a registration, cancelled or not, points at; null when none does. */
export async function findUsed(
  tx: Tx,
  eventId: number,
  items: Record<UsableList, readonly { id: number }[]>,
): Promise<{ list: UsableList; id: number } | null> {
  const among = (column: string, list: UsableList) =>
    sql`${sql.ref(column)} = any (${items[list].map((item) => item.id)}::bigint[])`
  const { rows } = await sql<{ list: UsableList; id: number }>`
    with registered as not materialized (select * from registrations where event_id = ${eventId})
    (select 'categories' as list, category_id as id from registered where ${among('category_id', 'categories')} limit 1)
    union all
    (select 'modalities', modality_id from registered where ${among('modality_id', 'modalities')} limit 1)
    union all
    (select 'shirt_sizes', shirt_size_id from registered where ${among('shirt_size_id', 'shirt_sizes')} limit 1)
    union all
    (select 'kits', kit_id from registered where ${among('kit_id', 'kits')} limit 1)
    union all
    (select 'coupons', coupon_id from registered where ${among('coupon_id', 'coupons')} limit 1)
    union all
    (select 'coupons', coupon_id from orders where event_id = ${eventId} and ${among('coupon_id', 'coupons')} limit 1)
    union all
    (select 'terms', term_id from term_acceptances join registered on registered.id = registration_id
      where ${among('term_id', 'terms')} limit 1)
    union all
    (select 'questionnaires', questionnaire_id from questionnaire_answers join registered on registered.id = registration_id
      where ${among('questionnaire_id', 'questionnaires')} limit 1)
    limit 1`.execute(tx)
  return rows[0] ?? null
}
