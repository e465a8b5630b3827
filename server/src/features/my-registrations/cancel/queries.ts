import { sql } from 'kysely'
import type { Db } from '#server/lib/db.ts'

export const getEventRequests = (db: Db, eventId: number) =>
  db
    .selectFrom('events as e')
    .innerJoin('organizers as o', 'o.id', 'e.organizer_id')
    .innerJoinLateral(
      (eb) =>
        eb
          .selectFrom('refunds as f')
          .whereRef('f.event_id', '=', 'e.id')
          .where('f.status', '=', 'requested')
          .where('f.reason', '=', 'policy')
          .select(sql<number>`count(distinct f.registration_id)::int`.as('requests'))
          .select(sql<number>`coalesce(sum(f.amount_cents), 0)::int`.as('cents'))
          .as('asked'),
      (join) => join.onTrue(),
    )
    .where('e.id', '=', eventId)
    .select(['e.title', 'o.user_id as owner_user_id', 'asked.requests', 'asked.cents'])
    .executeTakeFirstOrThrow()
