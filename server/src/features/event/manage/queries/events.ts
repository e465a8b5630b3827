import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import { PUBLIC_FOLDERS } from '#server/lib/files.ts'
import type { RelatedData } from '../domain/present-document.ts'
import { OPEN } from '../domain/status.ts'

/** Reads what the API returns with an event from other tables. */
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

/** Makes other transactions that choose a slug with this base wait until this transaction ends. */
export const lockSlug = (tx: Tx, base: string) =>
  sql`select pg_advisory_xact_lock(hashtext('events.slug'), hashtext(${base}))`.execute(tx)

/** The existing slugs that are `base` or begin with `base-`. */
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

/** Returns whether the key was unused. Waits for a concurrent transaction that inserts the same key. */
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

/** The first time an event is open, it is listed from then on. Also raises the version, so that orders planned with the old status are planned again. */
export async function updateStatus(tx: Tx, eventId: number, status: number, at: Date): Promise<void> {
  await tx
    .updateTable('events')
    .set((eb) => ({
      status,
      ...(status === OPEN && { opened_at: eb.fn.coalesce('opened_at', eb.val(at)) }),
      version: eb('version', '+', 1),
      updated_at: at,
    }))
    .where('id', '=', eventId)
    .execute()
}

/** Null: nobody sees the preview any more. */
export const updatePreview = (tx: Tx, eventId: number, token: string | null) =>
  tx.updateTable('events').set({ preview_token: token }).where('id', '=', eventId).execute()

/** Charges the setup fee at most once per event. */
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

export type FileKind = 'picture' | 'course' | 'pdf'

/** Finds the public uploads among these paths, and what each is. */
export async function findPublicFiles(
  db: Db,
  paths: readonly string[],
): Promise<Map<string, { kind: FileKind }>> {
  if (paths.length === 0) return new Map()
  const rows = await db
    .selectFrom('uploads')
    .select('path')
    .select(
      sql<FileKind>`case when picture is not null then 'picture' when course is not null then 'course' else 'pdf' end`.as(
        'kind',
      ),
    )
    .where('path', 'in', paths)
    .where(sql<string>`split_part(path, '/', 1)`, 'in', PUBLIC_FOLDERS)
    .execute()
  return new Map(rows.map(({ path, kind }) => [path, { kind }]))
}

/** Entries about the event itself. Those about its registrations require another permission. */
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
