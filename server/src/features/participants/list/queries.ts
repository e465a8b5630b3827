import { type RawBuilder, type SqlBool, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { ParticipantFilter } from '#contract/participants.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'
import { effectivePayment } from '../../registration/queries.ts'
import type { ChunkCount, PagePlace } from './domain/page-place.ts'
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

/** What the list's cards show of the registrations of one status. */
export interface Card {
  status: number
  registered: number
  free: number
  paid: number
  paid_cents: number
}

export interface Facts {
  cards: Card[]
  /** The newest chunk first. */
  counts: ChunkCount[]
}

/** Whether the totals, which tell nothing else apart, can say how much a filter leaves. */
const isByStatusAlone = ({
  registration_status: _,
  payment_status: __,
  search: ___,
  ...rest
}: ParticipantFilter): boolean => Object.values(rest).every((value) => value === undefined)

/** The cards of an event, and how many of its registrations the filter leaves in each chunk. */
export async function sumFacts(db: Db, eventId: number, filter: ParticipantFilter): Promise<Facts> {
  const passes = all(entryConditions(filter, 'f'))
  const counted = isByStatusAlone(filter)
    ? sql`select chunk, registrations, case when ${passes} then registrations else 0 end as matches from sums f`
    : sql`select chunk, registrations, 0 as matches from sums
      union all select chunk, 0, registrations from desk_facts f where event_id = ${eventId} and ${passes}`
  const { rows } = await sql<Facts>`
    with sums as materialized (select * from desk_sums where event_id = ${eventId})
    select
      (select coalesce(json_agg(card), '[]') from (
        select status, sum(registrations) as registered, sum(free) as free, sum(paid) as paid, sum(paid_cents) as paid_cents
        from sums group by status
      ) card) as cards,
      (select coalesce(json_agg(count order by chunk desc), '[]') from (
        select chunk, sum(registrations) as registered, sum(matches) as matches from (${counted}) f group by chunk
      ) count) as counts`.execute(db)
  return rows[0] ?? { cards: [], counts: [] }
}

/** The ids of these chunks that the filter may leave: some may not be there any more. */
const members = (eventId: number, filter: ParticipantFilter, chunks: readonly number[]) => sql`array(
  select (chunk::bigint << 13) + unnest(members) from desk_facts f
  where event_id = ${eventId} and chunk = any (${chunks}::int[]) and ${all(entryConditions(filter, 'f'))}
)`

/** The ids of a page that was found in the facts, the newest first. */
export async function listPage(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { chunks, skip }: PagePlace,
  take: number,
): Promise<number[]> {
  const [newest] = chunks
  if (newest === undefined) return []
  const conditions = entryConditions(filter, 'e')
  // Where all pass, nothing needs to be asked for by its id.
  const here =
    conditions.length === 0
      ? sql`registration_id < (${newest + 1}::bigint << 13)`
      : sql`registration_id = any (${members(eventId, filter, chunks)})`
  const { rows } = await sql<{ id: number }>`
    select registration_id as id from desk_entries e
    where event_id = ${eventId} and ${here} and ${all(conditions)}
    order by registration_id desc offset ${skip} limit ${take}`.execute(db)
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

export interface Newest {
  seen: number
  /** Those with the rarest of the words, and those with all of them. */
  with_rarest: number
  with_words: number
  passed: number
  found: number
}

/** Of the newest registrations: how many there are, have the words, pass the filter, and do both. */
export async function lookAtNewest(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  sample: number,
): Promise<Newest> {
  const words = wordConditions(filter, 's').map((word, n) => ({ word, name: sql.ref(`word_${n}`) }))
  const hasAll = all(words.map(({ name }) => sql<SqlBool>`${name}`))
  const { rows } = await sql<Newest>`
    select count(*) as seen, least(${sql.join(words.map(({ name }) => sql`count(*) filter (where ${name})`))}) as with_rarest,
      count(*) filter (where ${hasAll}) as with_words, count(*) filter (where passes) as passed,
      count(*) filter (where passes and ${hasAll}) as found
    from (
      select registration_id, ${sql.join(words.map(({ word, name }) => sql`${word} as ${name}`))}
      from desk_search s where event_id = ${eventId} order by registration_id desc limit ${sample}
    ) n
    join (
      select registration_id, ${all(entryConditions(filter, 'e'))} is true as passes
      from desk_entries e where event_id = ${eventId} order by registration_id desc limit ${sample}
    ) e using (registration_id)`.execute(db)
  return rows[0] ?? { seen: 0, with_rarest: 0, with_words: 0, passed: 0, found: 0 }
}

export interface Found {
  /** At most `most`. */
  total: number
  ids: number[]
}

export interface Window {
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
    // The offset keeps conditions from being tried before the order.
    sql`select registration_id from (
        select event_id, registration_id, text from desk_search
        where event_id = ${eventId} order by registration_id desc offset 0
      ) n
      where ${all(wordConditions(filter, 'n'))} and ${fits(filter, 'n')} limit ${window.most}`,
    window,
  )

/** Asks the index of trigrams: for words that are rare. */
export const lookUp = (db: Db, eventId: number, filter: ParticipantFilter, window: Window): Promise<Found> =>
  windowOf(
    db,
    sql`select registration_id from desk_entries e
      where event_id = ${eventId} and registration_id = any (array(
        select registration_id from desk_search s where event_id = ${eventId} and ${all(wordConditions(filter, 's'))}
      )) and ${all(entryConditions(filter, 'e'))}
      order by registration_id desc limit ${window.most}`,
    window,
  )

/** Looks for the words in what the filter leaves. */
export const sift = (
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  window: Window,
  chunks: readonly number[],
): Promise<Found> =>
  windowOf(
    db,
    sql`select registration_id from desk_search s
      where event_id = ${eventId} and registration_id = any (${members(eventId, filter, chunks)})
        and ${all(wordConditions(filter, 's'))} and ${fits(filter, 's')}
      order by registration_id desc limit ${window.most}`,
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
