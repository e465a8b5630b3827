import { type ControlledTransaction, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParticipantFilter } from '#contract/participants.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { found } from '../list/queries.ts'

/** A read-only transaction whose statements all see the same moment. */
export type Snapshot = ControlledTransaction<DB>

/** To be closed by `rollback`. Like every session it is ended after a minute without a statement. */
export const openSnapshot = (db: Db): Promise<Snapshot> =>
  db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()

export async function countFound(
  snapshot: Snapshot,
  eventId: number,
  filter: ParticipantFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${found(eventId, filter)}`.execute(snapshot)
  return rows[0]?.count ?? 0
}

/** The next registrations that pass the filter, with ids below `before`, the newest first. */
export async function listIds(
  snapshot: Snapshot,
  eventId: number,
  filter: ParticipantFilter,
  { before, most }: { before: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select registration_id from ${found(eventId, filter)} where registration_id < ${before}
      order by registration_id desc limit ${most}
    ) as ids`.execute(snapshot)
  return rows[0]?.ids ?? []
}

/** The terms and questions of an event, removed ones too: each makes columns of its own. */
export const getAsked = (snapshot: Snapshot, eventId: number) =>
  snapshot
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('terms as t')
          .whereRef('t.event_id', '=', 'e.id')
          .orderBy('t.position')
          .select(['t.id', 't.name as words']),
      ).as('terms'),
      jsonArrayFrom(
        eb
          .selectFrom('questionnaires as q')
          .whereRef('q.event_id', '=', 'e.id')
          .orderBy('q.position')
          .select(['q.id', 'q.description as words']),
      ).as('questions'),
    ])
    .executeTakeFirstOrThrow()
