import type { Expression, ExpressionBuilder, Insertable, SqlBool, Updateable } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB, Organizers } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { ADDRESS_COLUMNS, SHOWN_EMAIL } from '../account/queries.ts'
import { blockedAs } from '../account/roles/queries.ts'
import { withinReach } from './events/queries.ts'
import { eventReach } from './policy.ts'

/**
 * The realizadores a caller sees: an organizer their own; a realizador those they registered or share an event with.
 */
const seenBy =
  (caller: Caller) =>
  (eb: ExpressionBuilder<DB, 'organizers'>): Expression<SqlBool> => {
    const reach = eventReach(caller)
    switch (reach.kind) {
      case 'all':
        return eb.lit(true)
      case 'none':
        return eb.lit(false)
      case 'enterprise':
        return eb('organizers.enterprise_id', '=', reach.enterpriseId)
      case 'own':
        return eb('organizers.parent_id', '=', reach.organizerId)
      case 'linked':
        return eb.or([
          eb('organizers.registered_by', '=', caller.userId),
          eb.exists(
            eb
              .selectFrom('event_producers as theirs')
              .innerJoin('event_producers as mine', 'mine.event_id', 'theirs.event_id')
              .select('theirs.event_id')
              .whereRef('theirs.organizer_id', '=', 'organizers.id')
              .where('mine.organizer_id', '=', reach.organizerId),
          ),
        ])
    }
  }

/** Since when and why nobody can act for a company. */
export const BLOCKED = blockedAs('Organizador')

/** The columns of a company and its account. */
export const COMPANY_COLUMNS = [
  'organizers.id',
  'organizers.user_id',
  'organizers.enterprise_id',
  'organizers.parent_id',
  'organizers.type',
  'organizers.nickname',
  'organizers.fantasy_name',
  'organizers.corporate_reason',
  'organizers.cnpj',
  'organizers.responsible',
  'organizers.phone',
  ...ADDRESS_COLUMNS.map((column) => `organizers.${column}` as const),
  SHOWN_EMAIL.as('email'),
  'users.email_verified_at',
  BLOCKED.at.as('blocked_at'),
  BLOCKED.reason.as('blocked_reason'),
] as const

export type CompanyRow = Awaited<ReturnType<typeof lockProducer>>

const producers = (db: Db, caller: Caller) =>
  db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .select(COMPANY_COLUMNS)
    .where('organizers.type', '=', 1)
    .where(seenBy(caller))

/** With their linked events within the caller's reach. */
const producersWithEvents = (db: Db, caller: Caller) =>
  producers(db, caller)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('events')
          .innerJoin('event_producers', 'event_producers.event_id', 'events.id')
          .select(['events.id', 'events.title'])
          .whereRef('event_producers.organizer_id', '=', 'organizers.id')
          .where(withinReach(eventReach(caller)))
          .orderBy('events.event_on', 'desc')
          .orderBy('events.id', 'desc'),
      ).as('events'),
    )
    .orderBy('organizers.fantasy_name')
    .orderBy('organizers.id')

export type ProducerRow = Awaited<ReturnType<typeof listProducers>>[number]

export const listProducers = (db: Db, caller: Caller) => producersWithEvents(db, caller).execute()

export const listProducersOfEvent = (db: Db, caller: Caller, eventId: number): Promise<ProducerRow[]> =>
  producersWithEvents(db, caller)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('event_producers')
          .select('event_producers.event_id')
          .whereRef('event_producers.organizer_id', '=', 'organizers.id')
          .where('event_producers.event_id', '=', eventId),
      ),
    )
    .execute()

const notFound = () => new AppError('not_found', { message: 'Dados do organizador não encontrados.' })

/** Throws 404 for a realizador outside the caller's reach. */
export const getProducer = (db: Db, caller: Caller, id: number): Promise<ProducerRow> =>
  producersWithEvents(db, caller).where('organizers.id', '=', id).executeTakeFirstOrThrow(notFound)

/** Like `getProducer`, with the realizador and thereby their permissions locked. */
export const lockProducer = (tx: Tx, caller: Caller, id: number) =>
  producers(tx, caller)
    .where('organizers.id', '=', id)
    .forNoKeyUpdate('organizers')
    .executeTakeFirstOrThrow(notFound)

/** An organizer, not a realizador; null when there is none with that id. */
export async function findOrganizer(
  db: Db,
  id: number,
): Promise<{ id: number; enterprise_id: number } | null> {
  const row = await db
    .selectFrom('organizers')
    .select(['id', 'enterprise_id'])
    .where('id', '=', id)
    .where('type', '=', 0)
    .executeTakeFirst()
  return row ?? null
}

// Suspending an organizer and creating or opening something for it both lock the organizer's row first
// (docs/algorithms/back-office.md): the second to come sees what the first did.

/** For suspending: waits for transactions that hold the organizer and keeps new ones out. */
export async function lockOrganizer(tx: Tx, id: number): Promise<void> {
  await tx.selectFrom('organizers').select('id').where('id', '=', id).forUpdate().execute()
}

/**
 * For creating or opening something: a shared lock that keeps the organizer from being suspended. Returns when it was
 * suspended.
 */
export async function lockOrganizerShared(tx: Tx, id: number): Promise<Date | null> {
  await tx.selectFrom('organizers').select('id').where('id', '=', id).forKeyShare().execute()
  // A separate statement, so that it sees what was committed during the wait.
  const { blocked_at } = await tx
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .select(BLOCKED.at.as('blocked_at'))
    .where('organizers.id', '=', id)
    .executeTakeFirstOrThrow()
  return blocked_at
}

/** The trade name of the organizer that an account is or, as a realizador, works for. */
export async function getOrganizerName(db: Db, userId: number): Promise<string> {
  const { name } = await db
    .selectFrom('organizers')
    .leftJoin('organizers as employer', 'employer.id', 'organizers.parent_id')
    .select((eb) => eb.fn.coalesce('employer.fantasy_name', 'organizers.fantasy_name').as('name'))
    .where('organizers.user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return name
}

/** Whether another realizador of the organizer `parentId` has this CNPJ; null: another organizer. */
export async function isCnpjTaken(
  db: Db,
  cnpj: string,
  { parentId, exceptId }: { parentId: number | null; exceptId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('organizers')
    .select('id')
    .where('cnpj', '=', cnpj)
    .where('parent_id', parentId === null ? 'is' : '=', parentId)
    .where((eb) => (exceptId === null ? eb.lit(true) : eb('id', '<>', exceptId)))
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Whether a realizador of the organizer `parentId`, or that organizer, has this e-mail or was invited by it; null: any organizer or
 * realizador.
 */
export async function isEmailUsed(
  db: Db,
  email: string,
  { parentId, exceptId }: { parentId: number | null; exceptId: number | null },
): Promise<boolean> {
  const row = await db
    .selectFrom('organizers')
    .innerJoin('users', 'users.id', 'organizers.user_id')
    .select('organizers.id')
    .where(SHOWN_EMAIL, '=', email)
    .where((eb) =>
      parentId === null
        ? eb.lit(true)
        : eb.or([eb('organizers.parent_id', '=', parentId), eb('organizers.id', '=', parentId)]),
    )
    .where((eb) => (exceptId === null ? eb.lit(true) : eb('organizers.id', '<>', exceptId)))
    .executeTakeFirst()
  return row !== undefined
}

export async function insertCompany(tx: Tx, row: Insertable<Organizers>): Promise<number> {
  const { id } = await tx.insertInto('organizers').values(row).returning('id').executeTakeFirstOrThrow()
  return id
}

export async function updateCompanyRow(tx: Tx, id: number, changes: Updateable<Organizers>): Promise<void> {
  await tx.updateTable('organizers').set(changes).where('id', '=', id).execute()
}

/** With its permissions and links to events. */
export async function deleteCompanyRow(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('organizers').where('id', '=', id).execute()
}

/** Whether the account of a company has another role as well. */
export async function hasOtherRole(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('user_roles')
    .select('role')
    .where('user_id', '=', userId)
    .where('role', '<>', 'Organizador')
    .executeTakeFirst()
  return row !== undefined
}
