import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import { PUBLIC_FOLDERS } from '#server/lib/files.ts'
import type { TermRow } from './domain/document.ts'

/** What is shown of an event and stands elsewhere. */
export async function getSurroundings(
  db: Db,
  eventId: number,
): Promise<{ city: string | null; setupFeeCents: number | null }> {
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

/** Whoever looks for an address of this base next waits until this transaction has taken one. */
export const lockSlug = (tx: Tx, base: string) =>
  sql`select pg_advisory_xact_lock(hashtext('events.slug'), hashtext(${base}))`.execute(tx)

/** `base` and its numbered successors, as far as events have them. */
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

/** True when this key was nobody's; somebody who is taking it at the same moment is waited for. */
export async function insertCreation(
  tx: Tx,
  creation: { userId: number; key: string; requestHash: string; eventId: number; at: Date },
): Promise<boolean> {
  const row = await tx
    .insertInto('event_creations')
    .values({
      user_id: creation.userId,
      idempotency_key: creation.key,
      request_hash: creation.requestHash,
      event_id: creation.eventId,
      created_at: creation.at,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('event_id')
    .executeTakeFirst()
  return row !== undefined
}

export async function findCreation(
  db: Db,
  userId: number,
  key: string,
): Promise<{ event_id: number; request_hash: string } | null> {
  const row = await db
    .selectFrom('event_creations')
    .select(['event_id', 'request_hash'])
    .where('user_id', '=', userId)
    .where('idempotency_key', '=', key)
    .executeTakeFirst()
  return row ?? null
}

/** A status is part of the offer: whoever planned with the old one is told by the version. */
export async function updateStatus(tx: Tx, eventId: number, status: number, at: Date): Promise<void> {
  await tx
    .updateTable('events')
    .set((eb) => ({ status, version: eb('version', '+', 1), updated_at: at }))
    .where('id', '=', eventId)
    .execute()
}

/** Charged once per event, whatever is called how often. */
export async function insertSetupFee(
  tx: Tx,
  charge: { organizerId: number; eventId: number; amountCents: number; at: Date },
): Promise<void> {
  await tx
    .insertInto('organizer_charges')
    .values({
      organizer_id: charge.organizerId,
      event_id: charge.eventId,
      kind: 'setup_fee',
      amount_cents: charge.amountCents,
      created_at: charge.at,
    })
    .onConflict((conflict) => conflict.columns(['event_id', 'kind']).doNothing())
    .execute()
}

/** Keeps the words of each version: what was accepted stays readable. A version that is kept already stays as it is. */
export async function insertTermVersions(tx: Tx, terms: readonly TermRow[], at: Date): Promise<void> {
  if (terms.length === 0) return
  await tx
    .insertInto('term_versions')
    .values(
      terms.map(({ id, version, name, description }) => ({
        term_id: id,
        version,
        name,
        description,
        created_at: at,
      })),
    )
    .onConflict((conflict) => conflict.doNothing())
    .execute()
}

/** Those of these paths that are files uploaded for everybody to see, and whether they are pictures. */
export async function findPublicFiles(
  db: Db,
  paths: readonly string[],
): Promise<Map<string, { isPicture: boolean }>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .select(['path', sql<boolean>`picture is not null`.as('isPicture')])
    .where('path', 'in', paths)
    .where(sql<string>`split_part(path, '/', 1)`, 'in', PUBLIC_FOLDERS)
    .execute()
  return new Map(rows.map(({ path, isPicture }) => [path, { isPicture }]))
}
