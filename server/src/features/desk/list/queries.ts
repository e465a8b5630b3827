import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParticipantFilter } from '#contract/desk.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'
import { effectivePayment } from '../../registration/queries.ts'
import type { ChunkCount, PagePlace, Stretch } from './domain/page-place.ts'
import { searchPatterns } from './domain/search-patterns.ts'

const { paid, receivedInCash, settled } = PAYMENT_STATUS

type Conditions = RawBuilder<SqlBool>[]

/** Every one of them, or nothing to ask. */
export const all = (conditions: Conditions): RawBuilder<SqlBool> =>
  conditions.length === 0 ? sql`true` : sql`(${sql.join(conditions, sql` and `)})`

/** A filter without its search, on the columns that `desk_entries` and `desk_facts` share. */
export function entryConditions(filter: ParticipantFilter, alias: string): Conditions {
  const column = (name: string) => sql.ref(`${alias}.${name}`)
  const conditions: Conditions = []
  const equal = (name: string, value: number | undefined) => {
    if (value !== undefined) conditions.push(sql`${column(name)} = ${value}`)
  }
  equal('modality_id', filter.modality_id)
  equal('category_id', filter.category_id)
  equal('kit_id', filter.product_id)
  equal('status', filter.registration_status)
  if (filter.payment_status === paid)
    conditions.push(sql`${column('payment_status')} in (${receivedInCash}, ${paid}, ${settled})`)
  else equal('payment_status', filter.payment_status)
  if (filter.payment_date_start)
    conditions.push(sql`${column('paid_on')} >= ${filter.payment_date_start}::date`)
  if (filter.payment_date_end) conditions.push(sql`${column('paid_on')} <= ${filter.payment_date_end}::date`)
  return conditions
}

/** The words of a search on `desk_search`. */
export const wordConditions = (filter: ParticipantFilter, alias: string): Conditions =>
  searchPatterns(filter.search).map((pattern) => sql`${sql.ref(`${alias}.text`)} like ${pattern}`)

export interface FactSum extends ChunkCount {
  status: number
  registered: number
  free: number
  paid: number
  paid_cents: number
}

/** Whether the totals, which tell nothing else apart, can say how much a filter leaves. */
const isByStatusAlone = ({ registration_status: _, search: __, ...rest }: ParticipantFilter): boolean =>
  Object.values(rest).every((value) => value === undefined)

/** Totals by chunk and registration status, and how much of each the filter leaves; the newest chunk first. */
export async function sumFacts(db: Db, eventId: number, filter: ParticipantFilter): Promise<FactSum[]> {
  const passes = all(entryConditions(filter, 'f'))
  const totals = (matches: RawBuilder<unknown>, slots: RawBuilder<unknown>) =>
    sql`select chunk, status, ${matches} as matches, registrations, free, paid, paid_cents, ${slots} as slots
      from desk_sums f where event_id = ${eventId}`
  const counted = isByStatusAlone(filter)
    ? totals(
        sql`case when ${passes} then registrations else 0 end`,
        sql`case when ${passes} then slots else 0 end`,
      )
    : sql`${totals(sql`0`, sql`0::bigint`)} union all
      select chunk, status, registrations, 0, 0, 0, 0, slots from desk_facts f where event_id = ${eventId} and ${passes}`
  const { rows } = await sql<Omit<FactSum, 'slots'> & { slots: string }>`
    select chunk, status, sum(matches) as matches, sum(registrations) as registered, sum(free) as free, sum(paid) as paid,
      sum(paid_cents)::bigint as paid_cents, bit_or(slots)::bit(64)::text as slots
    from (${counted}) f group by chunk, status order by chunk desc`.execute(db)
  return rows.map((row) => ({ ...row, slots: BigInt(`0b${row.slots}`) }))
}

/** The entries of some stretches of ids that pass the filter, as `e`. */
const stretchEntries = (
  eventId: number,
  filter: ParticipantFilter,
  stretches: readonly Stretch[],
  limit: RawBuilder<unknown>,
) => sql`unnest(
  ${stretches.map(({ first }) => first)}::bigint[], ${stretches.map(({ end }) => end)}::bigint[]
) stretch (first_id, end_id) cross join lateral (
  select registration_id from desk_entries c
  where event_id = ${eventId} and registration_id >= first_id and registration_id < end_id and ${all(entryConditions(filter, 'c'))}
  ${limit}
) e`

/** The ids of a page that was found in the facts, the newest first. */
export async function listPage(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { stretches, skip }: PagePlace,
  take: number,
): Promise<number[]> {
  if (stretches.length === 0) return []
  const { rows } = await sql<{ id: number }>`
    select e.registration_id as id
    from ${stretchEntries(eventId, filter, stretches, sql`order by registration_id desc limit ${skip + take}`)}
    order by 1 desc offset ${skip} limit ${take}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Whether the entry of `alias` passes the filter; no part of it is a join, so that rows are read in the order asked for. */
const fits = (filter: ParticipantFilter, alias: string): RawBuilder<SqlBool> => {
  const conditions = entryConditions(filter, 'e')
  return conditions.length === 0
    ? sql`true`
    : sql`(
      select ${all(conditions)} from desk_entries e
      where e.event_id = ${sql.ref(`${alias}.event_id`)} and e.registration_id = ${sql.ref(`${alias}.registration_id`)}
    ) is true`
}

/** From the newest registration on. An `offset` keeps conditions from being tried before the order. */
const newest = (eventId: number, limit: RawBuilder<unknown>) => sql`(
  select event_id, registration_id, text from desk_search
  where event_id = ${eventId} order by registration_id desc ${limit}
) n`

export interface Newest {
  seen: number
  with_words: number
  found: number
}

/** Of the newest registrations: how many there are, how many have the words, and how many of those pass the filter. */
export async function lookAtNewest(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  sample: number,
): Promise<Newest> {
  const words = all(wordConditions(filter, 'n'))
  const { rows } = await sql<Newest>`
    select count(*) as seen, count(*) filter (where ${words}) as with_words,
      count(*) filter (where ${words} and ${fits(filter, 'n')}) as found
    from ${newest(eventId, sql`limit ${sample}`)}`.execute(db)
  return rows[0] ?? { seen: 0, with_words: 0, found: 0 }
}

export interface Found {
  /** At most `most`. */
  total: number
  ids: number[]
}

interface Window {
  offset: number
  take: number
  /** Where counting stops. */
  most: number
}

async function windowOf(db: Db, found: RawBuilder<unknown>, { offset, take }: Window): Promise<Found> {
  const { rows } = await sql<Found>`
    with found as materialized (${found})
    select (select count(*) from found) as total,
      array(select registration_id from found order by registration_id desc offset ${offset} limit ${take}) as ids`.execute(
    db,
  )
  return rows[0] ?? { total: 0, ids: [] }
}

/** Reads from the newest until there are enough: for words that are everywhere. */
export const walk = (db: Db, eventId: number, filter: ParticipantFilter, window: Window): Promise<Found> =>
  windowOf(
    db,
    sql`select registration_id from ${newest(eventId, sql`offset 0`)}
      where ${all(wordConditions(filter, 'n'))} and ${fits(filter, 'n')} limit ${window.most}`,
    window,
  )

/** Asks the index of trigrams: for words that are rare. */
export const lookUp = (db: Db, eventId: number, filter: ParticipantFilter, window: Window): Promise<Found> =>
  windowOf(
    db,
    // The sum keeps the planner from reading in the order of ids, in the hope of soon having enough.
    sql`select registration_id from desk_search s
      where event_id = ${eventId} and ${all(wordConditions(filter, 's'))} and ${fits(filter, 's')}
      order by registration_id + 0 desc limit ${window.most}`,
    window,
  )

/** Looks for the words in what the filter leaves: for a few of many. */
export const sift = (
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  window: Window,
  stretches: readonly Stretch[],
): Promise<Found> =>
  windowOf(
    db,
    sql`select e.registration_id from ${stretchEntries(eventId, filter, stretches, sql`offset 0`)}
      where (
        select ${all(wordConditions(filter, 's'))} from desk_search s
        where s.event_id = ${eventId} and s.registration_id = e.registration_id
      )
      order by e.registration_id desc limit ${window.most}`,
    window,
  )

export type ListedRow = Awaited<ReturnType<typeof listRows>>[number]

/** What the list shows of these registrations, the newest first. */
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
    .select([
      'r.id',
      'r.status',
      'r.name',
      'r.cpf',
      'r.phone',
      'r.total_cents',
      'r.credit_cents',
      'r.created_at',
    ])
    .select(['u.email', 'm.name as modality_name', 'r.category_id', 'c.name as category_name', 'r.kit_id'])
    .select([
      'k.name as kit_name',
      'r.shirt_size_id',
      's.name as size_name',
      'p.payment_id',
      'p.type as payment_type',
    ])
    .select(['p.status as payment_status', 'p.amount_cents', 'p.payment_link', 'p.paid_at'])
    .execute()

/** The event with what its participants can be narrowed by. */
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
