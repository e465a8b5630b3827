import { type Expression, type ExpressionBuilder, type Insertable, type SqlBool, sql } from 'kysely'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope, organizerOf } from '#server/features/event/access/scope.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB, EventDrafts } from '#server/lib/db-types.ts'
import { searchWords } from '#server/lib/text-search.ts'

type Builder = ExpressionBuilder<DB, 'event_drafts'>

/** Drafts of events in the caller's scope, and of new events of the organizers in it. */
const inDraftScope =
  (caller: Caller) =>
  (eb: Builder): Expression<SqlBool> => {
    const ofEvent = eb
      .selectFrom('events')
      .select('events.id')
      .whereRef('events.id', '=', 'event_drafts.event_id')
      .where(inScope(eventScope(caller)))
    return eb.or([eb.exists(ofEvent), eb.and([eb('event_id', 'is', null), ofNewEvent(caller)(eb)])])
  }

const ofNewEvent =
  (caller: Caller) =>
  (eb: Builder): Expression<SqlBool> => {
    const scope = eventScope(caller)
    if (scope.kind === 'all') return eb.lit(true)
    if (scope.kind === 'none') return eb.lit(false)
    if (scope.kind !== 'enterprise') return eb('event_drafts.organizer_id', '=', organizerOf(caller) ?? 0)
    const organizer = eb
      .selectFrom('organizers')
      .select('organizers.id')
      .whereRef('organizers.id', '=', 'event_drafts.organizer_id')
      .where('organizers.enterprise_id', '=', scope.enterpriseId)
    return eb.or([
      eb.exists(organizer),
      eb.and([
        eb('event_drafts.organizer_id', 'is', null),
        eb('event_drafts.updated_by_user_id', '=', caller.userId),
      ]),
    ])
  }

interface DraftFilter {
  event_id?: number | undefined
  /** Each word must occur. */
  title?: string | undefined
}

function filtered(db: Db, caller: Caller, { event_id: eventId, title }: DraftFilter) {
  let query = db
    .selectFrom('event_drafts')
    .where((eb) =>
      eventId === undefined
        ? eb('event_drafts.event_id', 'is', null)
        : eb('event_drafts.event_id', '=', eventId),
    )
    .where(inDraftScope(caller))
  for (const word of searchWords(title))
    query = query.where(sql<string>`searchable(event_drafts.title)`, 'like', `%${word}%`)
  return query
}

const ROW = [
  'event_drafts.id',
  'event_drafts.event_id',
  'event_drafts.title',
  'organizers.fantasy_name as organizer',
  'event_drafts.version',
  'event_drafts.updated_at',
  'users.name as updated_by',
] as const

/** The latest first. */
export const listDrafts = (
  db: Db,
  caller: Caller,
  filter: DraftFilter & { page: number; per_page: number },
) =>
  filtered(db, caller, filter)
    .leftJoin('organizers', 'organizers.id', 'event_drafts.organizer_id')
    .leftJoin('users', 'users.id', 'event_drafts.updated_by_user_id')
    .select(ROW)
    .orderBy('event_drafts.updated_at', 'desc')
    .orderBy('event_drafts.id')
    .limit(filter.per_page)
    .offset((filter.page - 1) * filter.per_page)
    .execute()

export async function countDrafts(db: Db, caller: Caller, filter: DraftFilter): Promise<number> {
  const { count } = await filtered(db, caller, filter)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export const findDraft = (db: Db, caller: Caller, id: string) =>
  db
    .selectFrom('event_drafts')
    .leftJoin('organizers', 'organizers.id', 'event_drafts.organizer_id')
    .leftJoin('users', 'users.id', 'event_drafts.updated_by_user_id')
    .select([...ROW, 'event_drafts.organizer_id', 'event_drafts.document'])
    .where('event_drafts.id', '=', id)
    .where(inDraftScope(caller))
    .executeTakeFirst()

/** Serializes new drafts of one organizer, or of one account that has not chosen one, to count them. */
export const lockNewDrafts = (tx: Tx, owner: string) =>
  sql`select pg_advisory_xact_lock(hashtext('event_drafts'), hashtext(${owner}))`.execute(tx)

/** The drafts of new events that one organizer has, or one account without an organizer. */
export async function countNewDrafts(tx: Tx, organizerId: number | null, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('event_drafts')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('event_id', 'is', null)
    .where('organizer_id', 'is not distinct from', organizerId)
    .$if(organizerId === null, (query) => query.where('updated_by_user_id', '=', userId))
    .executeTakeFirstOrThrow()
  return count
}

/** Null if none was named yet; undefined if the draft does not exist in this version. */
export async function findOrganizerOfDraft(
  tx: Tx,
  { id, version }: Omit<Place, 'eventId'>,
): Promise<number | null | undefined> {
  const row = await tx
    .selectFrom('event_drafts')
    .select('organizer_id')
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirst()
  return row?.organizer_id
}

export type DraftValues = Omit<Insertable<EventDrafts>, 'id' | 'event_id' | 'version'>

/** Returns null when this draft, or another one of its event, exists. */
export async function insertDraft(
  tx: Tx,
  draft: DraftValues & { id: string; event_id: number | null },
): Promise<number | null> {
  const row = await tx
    .insertInto('event_drafts')
    .values(draft)
    .onConflict((conflict) => conflict.doNothing())
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

interface Place {
  id: string
  version: number
  eventId: number | null
}

/** Keeps the organizer unless another one is named. Returns the new version; null for another version, kind or scope. */
export async function updateDraft(
  tx: Tx,
  caller: Caller,
  { id, version, eventId }: Place,
  values: DraftValues,
): Promise<number | null> {
  const row = await tx
    .updateTable('event_drafts')
    .set((eb) => ({
      ...values,
      organizer_id: values.organizer_id ?? eb.ref('event_drafts.organizer_id'),
      version: eb('version', '+', 1),
    }))
    .where('id', '=', id)
    .where('version', '=', version)
    .where('event_id', 'is not distinct from', eventId)
    .where(inDraftScope(caller))
    .returning('version')
    .executeTakeFirst()
  return row?.version ?? null
}

export const deleteDraftRow = (db: Db, id: string) =>
  db.deleteFrom('event_drafts').where('id', '=', id).execute()

/** Returns whether it existed in this version. */
export async function takeDraft(tx: Tx, caller: Caller, { id, version, eventId }: Place): Promise<boolean> {
  const row = await tx
    .deleteFrom('event_drafts')
    .where('id', '=', id)
    .where('version', '=', version)
    .where('event_id', 'is not distinct from', eventId)
    .where(inDraftScope(caller))
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}
