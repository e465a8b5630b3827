import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import type { Caller } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { type EventScope, eventScope } from './scope.ts'

export const inScope =
  (scope: EventScope) =>
  (eb: ExpressionBuilder<DB, 'events'>): Expression<SqlBool> => {
    switch (scope.kind) {
      case 'all':
        return eb.lit(true)
      case 'none':
        return eb.lit(false)
      case 'enterprise':
        return eb('events.enterprise_id', '=', scope.enterpriseId)
      case 'own':
        return eb('events.organizer_id', '=', scope.organizerId)
      case 'linked':
        return eb.exists(
          eb
            .selectFrom('event_producers')
            .select('event_producers.event_id')
            .whereRef('event_producers.event_id', '=', 'events.id')
            .where('event_producers.organizer_id', '=', scope.organizerId),
        )
    }
  }

/** Throws 404 for an event on which the caller may not act. */
export const getAccessibleEvent = (db: Db, caller: Caller, eventId: number) =>
  db
    .selectFrom('events')
    .select(['id', 'title', 'organizer_id', 'enterprise_id'])
    .where('id', '=', eventId)
    .where(inScope(eventScope(caller)))
    .executeTakeFirstOrThrow(() => new AppError('event_not_found'))
