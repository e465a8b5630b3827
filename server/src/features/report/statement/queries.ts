import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'

/** A condition on `events`: those that a statement covers. */
export type Scope = (eb: ExpressionBuilder<DB, 'events'>) => Expression<SqlBool>

export const ofEnterprise =
  (enterpriseId: number): Scope =>
  (eb) =>
    eb('events.enterprise_id', '=', enterpriseId)

export type StatedEvent = Awaited<ReturnType<typeof listStated>>[number]

/** The events of a scope, by organizer's name, of each organizer the latest race first. */
export const listStated = (db: Db, scope: Scope) =>
  db
    .selectFrom('events')
    .innerJoin('organizers', 'organizers.id', 'events.organizer_id')
    .where(scope)
    .select(['events.id', 'events.title', 'events.event_on', 'events.organizer_id'])
    .select('organizers.fantasy_name as organizer')
    .orderBy('organizers.fantasy_name')
    .orderBy('organizers.id')
    .orderBy('events.event_on', 'desc')
    .orderBy('events.id', 'desc')
    .execute()
