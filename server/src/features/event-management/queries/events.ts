import { type Insertable, sql } from 'kysely'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { SellerRow } from '#server/features/event/domain/seller.ts'
import { sellerColumn } from '#server/features/event/queries.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { EventCreations, OrganizerCharges } from '#server/lib/db-types.ts'
import type { RelatedData } from '../domain/present-document.ts'

export async function getRelatedData(db: Db, eventId: number): Promise<Omit<RelatedData, 'used' | 'fees'>> {
  return db
    .selectFrom('events')
    .leftJoin('cities', 'cities.ibge_id', 'events.city_id')
    .leftJoin('organizer_charges', (join) =>
      join
        .onRef('organizer_charges.event_id', '=', 'events.id')
        .on('organizer_charges.kind', '=', 'setup_fee'),
    )
    .select(['cities.name as city', 'organizer_charges.amount_cents as setupFeeCents'])
    .where('events.id', '=', eventId)
    .executeTakeFirstOrThrow()
}

export async function getSeller(tx: Tx, organizerId: number): Promise<SellerRow> {
  const { seller } = await tx
    .selectFrom('organizers as o')
    .where('o.id', '=', organizerId)
    .select(sellerColumn)
    .executeTakeFirstOrThrow()
  return seller
}

/** Serializes transactions that choose a slug with this base. */
export const lockSlug = (tx: Tx, base: string) =>
  sql`select pg_advisory_xact_lock(hashtext('events.slug'), hashtext(${base}))`.execute(tx)

/** Slugs that equal `base` or begin with `base-`. */
export async function findSlugs(tx: Tx, base: string): Promise<ReadonlySet<string>> {
  const rows = await tx
    .selectFrom('events')
    .select('slug')
    .where((eb) => eb.or([eb('slug', '=', base), eb('slug', 'like', `${base}-%`)]))
    .execute()
  return new Set(rows.map((row) => row.slug))
}

export async function nextEventId(tx: Tx): Promise<number> {
  const sequence = sql`pg_get_serial_sequence('events', 'id')`
  const { id } = await tx
    .selectNoFrom((eb) => eb.fn<number>('nextval', [sequence]).as('id'))
    .executeTakeFirstOrThrow()
  return id
}

/** Returns whether the key was unused. Waits for a concurrent insertion of the same key. */
export async function insertCreation(tx: Tx, creation: Insertable<EventCreations>): Promise<boolean> {
  const row = await tx
    .insertInto('event_creations')
    .values(creation)
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

export const findCreation = (db: Db, userId: number, key: string) =>
  db
    .selectFrom('event_creations')
    .select(['event_id', 'request_hash'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()

/** The first opening makes the event public. The new version makes orders plan again. */
export async function updateStatus(tx: Tx, eventId: number, status: number, at: Date): Promise<void> {
  await tx
    .updateTable('events')
    .set((eb) => ({
      status,
      ...(status === EVENT_STATUS.open && { opened_at: eb.fn.coalesce('opened_at', eb.val(at)) }),
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', eventId)
    .execute()
}

export const updatePreview = (tx: Tx, eventId: number, token: string | null) =>
  tx.updateTable('events').set({ preview_token: token }).where('id', '=', eventId).execute()

/** At most once per event. */
export async function insertSetupFee(
  tx: Tx,
  charge: Omit<Insertable<OrganizerCharges>, 'kind'>,
): Promise<void> {
  await tx
    .insertInto('organizer_charges')
    .values({ ...charge, kind: 'setup_fee' })
    .onConflict((conflict) => conflict.columns(['event_id', 'kind']).doNothing())
    .execute()
}

/** Entries of registrations require another permission. */
export const listHistory = (
  db: Db,
  eventId: number,
  { page, per_page }: { page: number; per_page: number },
) =>
  history(db, eventId)
    .leftJoin('users', 'users.id', 'audit_log.actor_user_id')
    .select([
      'audit_log.id',
      'audit_log.at',
      'audit_log.action',
      'audit_log.entity',
      'audit_log.entity_id',
      'users.name as actor',
      sql<Record<string, unknown> | null>`audit_log.before`.as('before'),
      sql<Record<string, unknown> | null>`audit_log.after`.as('after'),
    ])
    .orderBy('audit_log.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countHistory(db: Db, eventId: number): Promise<number> {
  const { count } = await history(db, eventId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

const history = (db: Db, eventId: number) =>
  db
    .selectFrom('audit_log')
    .where('audit_log.event_id', '=', eventId)
    .where('audit_log.entity', 'in', ['event', 'registration'])
