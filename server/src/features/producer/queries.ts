import type { Expression, ExpressionBuilder, SqlBool } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope, organizerOf } from '#server/features/event/access/scope.ts'
import { companies } from '#server/features/organizer/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'

/**
 * An organizer sees its own; a realizador those they registered for the same organizer or share an event with.
 */
const seenBy =
  (caller: Caller) =>
  (eb: ExpressionBuilder<DB, 'organizers'>): Expression<SqlBool> => {
    const scope = eventScope(caller)
    switch (scope.kind) {
      case 'all':
        return eb.lit(true)
      case 'none':
        return eb.lit(false)
      case 'enterprise':
        return eb('organizers.enterprise_id', '=', scope.enterpriseId)
      case 'own':
        return eb('organizers.parent_id', '=', scope.organizerId)
      case 'linked':
        return eb.or([
          // The account may have registered others while it worked for another organizer.
          eb('organizers.registered_by', '=', caller.userId).and(
            'organizers.parent_id',
            '=',
            organizerOf(caller),
          ),
          eb.exists(
            eb
              .selectFrom('event_producers as theirs')
              .innerJoin('event_producers as mine', 'mine.event_id', 'theirs.event_id')
              .select('theirs.event_id')
              .whereRef('theirs.organizer_id', '=', 'organizers.id')
              .where('mine.organizer_id', '=', scope.organizerId),
          ),
        ])
    }
  }

const producers = (db: Db, caller: Caller) =>
  companies(db).where('organizers.type', '=', ORGANIZER_TYPE.producer).where(seenBy(caller))

const producersWithEvents = (db: Db, caller: Caller) =>
  producers(db, caller)
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('events')
          .innerJoin('event_producers', 'event_producers.event_id', 'events.id')
          .select(['events.id', 'events.title'])
          .whereRef('event_producers.organizer_id', '=', 'organizers.id')
          .where(inScope(eventScope(caller)))
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

/** Throws 404 for a realizador that the caller does not see. */
export const getProducer = (db: Db, caller: Caller, id: number): Promise<ProducerRow> =>
  producersWithEvents(db, caller).where('organizers.id', '=', id).executeTakeFirstOrThrow(notFound)

/** Like `getProducer`; the row's lock also serializes changes of permissions. */
export const lockProducer = (tx: Tx, caller: Caller, id: number) =>
  producers(tx, caller)
    .where('organizers.id', '=', id)
    .forNoKeyUpdate('organizers')
    .executeTakeFirstOrThrow(notFound)
