import { type ControlledTransaction, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParticipantFilter } from '#contract/participants.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { found } from '../list/queries.ts'
import type { ExportRow } from './columns.ts'

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

/** The rows of these registrations, in the order of the ids. */
export async function readRows(snapshot: Snapshot, ids: readonly number[]): Promise<ExportRow[]> {
  const { rows } = await sql<ExportRow>`
    select r.id, r.status, to_char(r.created_at at time zone v.timezone, 'YYYY-MM-DD HH24:MI') as created_at, r.name, r.cpf,
      r.birth_on, r.sex, r.phone, u.email, u.city, u.state_code, m.name as modality, c.name as category, k.name as kit,
      s.name as shirt_size, r.value_cents, p.code as coupon, r.discount_cents, r.fee_cents, r.total_cents, r.credit_cents,
      e.payment_type, e.payment_status, e.paid_cents, e.paid_on,
      (
        select json_object_agg(a.term_id, json_build_object(
          'version', a.version, 'at', to_char(a.accepted_at at time zone v.timezone, 'YYYY-MM-DD HH24:MI')
        )) from term_acceptances a where a.registration_id = r.id
      ) as terms,
      (
        select json_object_agg(q.questionnaire_id, json_build_object('accepted', q.accepted, 'file', q.file_path is not null))
        from questionnaire_answers q where q.registration_id = r.id
      ) as answers
    from unnest(${ids}::bigint[]) with ordinality as asked (id, place)
    join registrations r on r.id = asked.id
    join events v on v.id = r.event_id
    join participant_entries e on e.event_id = r.event_id and e.registration_id = r.id
    join users u on u.id = r.responsible_user_id
    join modalities m on m.id = r.modality_id
    join categories c on c.id = r.category_id
    join kits k on k.id = r.kit_id
    left join shirt_sizes s on s.id = r.shirt_size_id
    left join coupons p on p.id = r.coupon_id
    order by asked.place`.execute(snapshot)
  return rows
}
