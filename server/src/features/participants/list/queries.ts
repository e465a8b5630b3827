import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParticipantFilter } from '#contract/participants.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'
import { effectivePayment } from '../../registration/queries.ts'
import { DESCRIBED } from '../present.ts'
import { searchPatterns } from './search-patterns.ts'

const { paid, receivedInCash, settled } = PAYMENT_STATUS

const all = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

/** Conditions on `participant_entries`. */
function entryConditions(filter: ParticipantFilter): RawBuilder<unknown>[] {
  const conditions: RawBuilder<unknown>[] = []
  const equal = (column: string, value: number | undefined) => {
    if (value !== undefined) conditions.push(sql`${sql.ref(column)} = ${value}`)
  }
  equal('modality_id', filter.modality_id)
  equal('category_id', filter.category_id)
  equal('kit_id', filter.product_id)
  equal('status', filter.registration_status)
  if (filter.payment_status === paid)
    conditions.push(sql`payment_status in (${receivedInCash}, ${paid}, ${settled})`)
  else equal('payment_status', filter.payment_status)
  if (filter.payment_date_start) conditions.push(sql`paid_on >= ${filter.payment_date_start}::date`)
  if (filter.payment_date_end) conditions.push(sql`paid_on <= ${filter.payment_date_end}::date`)
  return conditions
}

/** The registrations of an event that pass a filter, for `from`; each has a `registration_id`. */
export function found(eventId: number, filter: ParticipantFilter): RawBuilder<unknown> {
  const words = searchPatterns(filter.search).map((pattern) => sql`text like ${pattern}`)
  const entry = entryConditions(filter)
  const tables = [
    ...(entry.length > 0 || words.length === 0 ? [sql`participant_entries`] : []),
    ...(words.length > 0 ? [sql`participant_words`] : []),
  ]
  return sql`(
    select registration_id from ${sql.join(tables, sql` join `)} ${tables.length > 1 ? sql`using (event_id, registration_id)` : sql``}
    where ${all([sql`event_id = ${eventId}`, ...entry, ...words])}
  ) found`
}

/** The totals of an event, as its cards show them. */
interface Totals {
  registered: number
  confirmed: number
  pending: number
  cancelled: number
  free: number
  paid: number
  paid_cents: number
}

interface Found {
  /** How many registrations pass the filter. */
  total: number
  /** Those of the page, the newest first. */
  ids: number[]
}

const TOTALS = sql`count(*) as registered, count(*) filter (where status = 1) as confirmed,
  count(*) filter (where status = 0) as pending, count(*) filter (where status = 2) as cancelled,
  count(*) filter (where total_cents = 0 and status <> 2) as free, count(*) filter (where paid_cents > 0) as paid,
  coalesce(sum(paid_cents), 0) as paid_cents`

/** The totals of an event and what a page of its list consists of: one pass over its entries, with a search one over its words too. */
export async function findPage(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { offset, limit }: { offset: number; limit: number },
): Promise<Totals & Found> {
  const page = (passes: RawBuilder<unknown>) => sql`count(*) filter (where ${passes}) as total, coalesce(
    (array_agg(registration_id order by registration_id desc) filter (where ${passes}))[${offset + 1}:${offset + limit}], '{}'
  ) as ids`
  const one = async <Row>(columns: RawBuilder<unknown>, from: RawBuilder<unknown>): Promise<Row> =>
    (await sql<Row>`select ${columns} from ${from}`.execute(db)).rows[0] as Row
  const entries = sql`participant_entries where event_id = ${eventId}`
  if (searchPatterns(filter.search).length === 0)
    return one(sql`${TOTALS}, ${page(all(entryConditions(filter)))}`, entries)
  const [totals, matches] = await Promise.all([
    one<Totals>(TOTALS, entries),
    one<Found>(page(sql`true`), found(eventId, filter)),
  ])
  return { ...totals, ...matches }
}

export type ListedRow = Awaited<ReturnType<typeof listRows>>[number]

/** The rows of the list for these registrations, the newest first. */
export const listRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .innerJoin('modalities as m', 'm.id', 'r.modality_id')
    .innerJoin('categories as c', 'c.id', 'r.category_id')
    .innerJoin('kits as k', 'k.id', 'r.kit_id')
    .leftJoin('shirt_sizes as s', 's.id', 'r.shirt_size_id')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('r.id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy('r.id', 'desc')
    .select(DESCRIBED)
    .select(['m.name as modality_name', 'r.category_id', 'c.name as category_name'])
    .execute()

/** The event with the choices of the list's filters. */
export const getListedEvent = (db: Db, eventId: number) =>
  db
    .selectFrom('events as e')
    .where('e.id', '=', eventId)
    .select(['e.id', 'e.title', 'e.registration_ends_on', 'e.timezone'])
    .select((eb) => [
      jsonArrayFrom(
        eb
          .selectFrom('modalities as m')
          .whereRef('m.event_id', '=', 'e.id')
          .orderBy('m.position')
          .select(['m.id as modality_id', 'm.name as modality_name'])
          .select((modality) =>
            jsonArrayFrom(
              modality
                .selectFrom('categories as c')
                .whereRef('c.modality_id', '=', 'm.id')
                .orderBy('c.position')
                .select(['c.id as category_id', 'c.name as category_name']),
            ).as('categories'),
          ),
      ).as('modalities'),
      jsonArrayFrom(
        eb
          .selectFrom('kits as k')
          .whereRef('k.event_id', '=', 'e.id')
          .orderBy('k.position')
          .select(['k.id', 'k.name']),
      ).as('products'),
    ])
    .executeTakeFirstOrThrow()
