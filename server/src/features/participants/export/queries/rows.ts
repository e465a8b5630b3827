import { type ControlledTransaction, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParticipantFilter } from '#contract/participants/filter.ts'
import { sha256Of } from '#server/features/event/queries.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { matchingRegistrations } from '../../list/queries/filter.ts'
import type { Cell, Column } from './columns.ts'

/** A read-only transaction whose statements all see the same snapshot. */
export type Snapshot = ControlledTransaction<DB>

/** To be closed with `rollback`. Like every session it ends after a minute without a statement. */
export const openSnapshot = (db: Db): Promise<Snapshot> =>
  db.startTransaction().setIsolationLevel('repeatable read').setAccessMode('read only').execute()

/** Searching for a better join order takes longer than reading a page. */
export const joinAsWritten = (snapshot: Snapshot) => sql`set local join_collapse_limit = 1`.execute(snapshot)

export async function countFound(
  snapshot: Snapshot,
  eventId: number,
  filter: ParticipantFilter,
): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) from ${matchingRegistrations(eventId, filter)}`.execute(snapshot)
  return rows[0]?.count ?? 0
}

/** The next registrations that match the filter, with ids below `before`, newest first. */
export async function listIds(
  snapshot: Snapshot,
  eventId: number,
  filter: ParticipantFilter,
  { before, most }: { before: number; most: number },
): Promise<number[]> {
  const { rows } = await sql<{ ids: number[] }>`
    select array(
      select registration_id from ${matchingRegistrations(eventId, filter)} where registration_id < ${before}
      order by registration_id desc limit ${most}
    ) as ids`.execute(snapshot)
  return rows[0]?.ids ?? []
}

/**
 * Terms with their versions; questions, including removed ones (about health only with `health`); and names that
 * several kits share.
 */
export const getPrompts = (snapshot: Snapshot, eventId: number, { health }: { health: boolean }) =>
  snapshot
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('terms as t')
          .whereRef('t.event_id', '=', 'e.id')
          .orderBy('t.position')
          .select(['t.id', 't.name as words', 't.kind']),
      ).as('terms'),
      jsonArrayFrom(
        eb
          .selectFrom('questionnaires as q')
          .whereRef('q.event_id', '=', 'e.id')
          .$if(!health, (query) => query.where('q.sensitive', '=', false))
          .orderBy('q.position')
          .select(['q.id', 'q.description as words', 'q.sensitive']),
      ).as('questions'),
      jsonArrayFrom(
        eb
          .selectFrom('terms as t')
          .innerJoin('term_versions as w', 'w.term_id', 't.id')
          .whereRef('t.event_id', '=', 'e.id')
          .where('w.kind', '=', 'contract')
          .select(['t.id', 'w.version', 'w.name', sha256Of(sql`w.description`).as('hash')]),
      ).as('versions'),
      sql<
        string[]
      >`array(select name from kits k where k.event_id = e.id group by name having count(*) > 1)`.as(
        'repeated_kits',
      ),
    ])
    .executeTakeFirstOrThrow()

/** SQL: the tables read by the columns, besides registration `r`. */
export const whatColumnsRead = sql`
  join events v on v.id = r.event_id
  join participant_list e on e.event_id = r.event_id and e.registration_id = r.id
  join users u on u.id = r.responsible_user_id
  join modalities m on m.id = r.modality_id
  join categories c on c.id = r.category_id
  join kits k on k.id = r.kit_id
  left join shirt_sizes s on s.id = r.shirt_size_id`

export async function readCells(
  snapshot: Snapshot,
  ids: readonly number[],
  columns: readonly Column[],
): Promise<Cell[][]> {
  // Names, because pg parses rows slowly whose columns are named by numbers.
  const selected = columns.map(({ select }, i) => sql`${select} as ${sql.ref(`c${i}`)}`)
  const { rows } = await sql<Record<string, unknown>>`
    select ${sql.join(selected)}
    from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
    join registrations r on r.id = asked.id
    ${whatColumnsRead}
    order by asked.place`.execute(snapshot)
  return rows.map((row) => columns.map(({ cell }, i) => cell(row[`c${i}`])))
}
