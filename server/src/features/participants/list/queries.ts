import { type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import { MOST_SORTED, type ParticipantFilter, type ParticipantSort } from '#contract/participants.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'
import { effectivePayment, isCancellationRequested, refundableCents } from '../../registration/queries.ts'
import { DESCRIBED } from '../present.ts'
import { searchedNumbers, searchPatterns } from './search-patterns.ts'

const { paid, receivedInCash, settled } = PAYMENT_STATUS

const all = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

const IS_PAID = sql`paid_cents > 0`
const IS_FREE = sql`total_cents = 0 and status <> 2`

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
  if (filter.money === 'paid') conditions.push(IS_PAID)
  if (filter.money === 'free') conditions.push(IS_FREE)
  return conditions
}

/** SQL: the registrations of an event that a search names by their number, their order's or a phone; null when it names none. */
function numbered(eventId: number, search: string | undefined): RawBuilder<unknown> | null {
  const { id, phone } = searchedNumbers(search)
  const ofEvent = sql`select r.id from registrations r where r.event_id = ${eventId}`
  const found: RawBuilder<unknown>[] = []
  if (id !== null) found.push(sql`${ofEvent} and r.id = ${id}`, sql`${ofEvent} and r.order_id = ${id}`)
  if (phone !== null)
    found.push(sql`${ofEvent} and right(r.phone, 8) = ${phone.slice(-8)} and r.phone like ${`%${phone}`}`)
  return found.length === 0 ? null : sql.join(found, sql` union all `)
}

/** The registrations of an event that pass a filter, for `from`; each has a `registration_id`, and a `text` with a search or where asked. */
export function found(
  eventId: number,
  filter: ParticipantFilter,
  { withText = false } = {},
): RawBuilder<unknown> {
  const ofEvent = sql`event_id = ${eventId}`
  const patterns = searchPatterns(filter.search).map((pattern) => sql`text like ${pattern}`)
  const byNumber = numbered(eventId, filter.search)
  const words =
    byNumber === null ? patterns : [sql`(${all(patterns)} or registration_id = any (array(${byNumber})))`]
  const entry = entryConditions(filter)
  const entries = sql`select registration_id from participant_entries where ${all([ofEvent, ...entry])}`
  if (words.length === 0 && !withText) return sql`(${entries}) found`
  // Not a join: of an array of ids only their texts are compared, a join compares all texts of the event first.
  const among = entry.length > 0 ? [sql`registration_id = any (array(${entries}))`] : []
  return sql`(select registration_id, text from participant_words where ${all([ofEvent, ...among, ...words])}) found`
}

/** The totals of an event's cards. */
const TOTALS = {
  registered: sql`count(*)`,
  confirmed: sql`count(*) filter (where status = 1)`,
  pending: sql`count(*) filter (where status = 0)`,
  free: sql`count(*) filter (where ${IS_FREE})`,
  paid: sql`count(*) filter (where ${IS_PAID})`,
  paid_cents: sql`coalesce(sum(paid_cents), 0)`,
}
type Totals = Record<keyof typeof TOTALS, number>
const NAMES = sql.join(Object.keys(TOTALS).map((name) => sql.ref(name)))
const SUMS = sql.join(Object.entries(TOTALS).map(([name, sum]) => sql`${sum} as ${sql.ref(name)}`))

interface Slice {
  offset: number
  limit: number
}
interface Sorting {
  by: ParticipantSort
  descending: boolean
}

interface Page {
  /** How many registrations pass the filter. */
  total: number
  /** Those of the page, in its order. */
  ids: number[]
}

const NEWEST_FIRST: Sorting = { by: 'id', descending: true }
const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`)

/** The totals of an event and what a page of its list consists of: one pass over its entries, with a search one over its words too. */
export async function findPage(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { offset, limit }: Slice,
  { by, descending }: Sorting = NEWEST_FIRST,
): Promise<Totals & Page> {
  if (by !== 'id') return findSorted(db, eventId, filter, { offset, limit }, { by, descending })
  const one = async <Row>(query: RawBuilder<Row>) => (await query.execute(db)).rows[0] as Row
  const entries = sql`participant_entries where event_id = ${eventId}`
  const { id } = searchedNumbers(filter.search)
  // Whose number was typed comes before those in whose CPF it occurs.
  const numberFirst = id === null ? sql`` : sql`registration_id = ${id} desc, `
  const matches = sql`array_agg(registration_id order by ${numberFirst}registration_id ${direction(descending)})`
  // Counted by the array's length: the filter's conditions are evaluated once a row.
  const page = sql`coalesce(cardinality(matches), 0) as total, coalesce(matches[${offset + 1}:${offset + limit}], '{}') as ids`
  if (searchPatterns(filter.search).length === 0)
    return one(sql<Totals & Page>`
      select ${NAMES}, ${page}
      from (select ${SUMS}, ${matches} filter (where ${all(entryConditions(filter))}) as matches from ${entries}) pass`)
  const [totals, searched] = await Promise.all([
    one(sql<Totals>`select ${SUMS} from ${entries}`),
    one(sql<Page>`select ${page} from (select ${matches} as matches from ${found(eventId, filter)}) pass`),
  ])
  return { ...totals, ...searched }
}

/** What the list is sorted by, other than the key. A text begins with the name: `participant_words`. */
const SORT_KEYS = { name: sql`text collate "C"`, value: sql`total_cents`, paid_on: sql`paid_on` } as const

/**
 * The same sorted by something else than the key. PostgreSQL keeps only the first `offset + limit` rows while it passes those found (a bounded
 * sort); `MOST_SORTED` bounds how many.
 */
async function findSorted(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { offset, limit }: Slice,
  { by, descending }: { by: keyof typeof SORT_KEYS; descending: boolean },
): Promise<Totals & Page> {
  const ofEvent = sql`event_id = ${eventId}`
  const conditions = entryConditions(filter)
  const isSearched = searchPatterns(filter.search).length > 0
  const matching = isSearched
    ? [ofEvent, sql`registration_id = any (array(select registration_id from ${found(eventId, filter)}))`]
    : [ofEvent, ...conditions]
  const sorted =
    by === 'name'
      ? found(eventId, filter, { withText: true })
      : sql`participant_entries where ${all(matching)}`
  const total = isSearched
    ? sql`(select count(*) from ${found(eventId, filter)})`
    : sql`count(*) filter (where ${all(conditions)})`
  const [totals, rows] = await Promise.all([
    sql<Totals & { total: number }>`
      select ${SUMS}, ${total} as total from participant_entries where ${ofEvent}`.execute(db),
    sql<{ registration_id: number }>`
      select registration_id from ${sorted}
      order by ${SORT_KEYS[by]} ${direction(descending)} nulls last, registration_id desc
      offset ${offset} limit ${Math.min(limit, Math.max(0, MOST_SORTED - offset))}`.execute(db),
  ])
  return {
    ...(totals.rows[0] as Totals & { total: number }),
    ids: rows.rows.map(({ registration_id }) => registration_id),
  }
}

export type ListedRow = Awaited<ReturnType<typeof listRows>>[number]

/** The rows of the list for these registrations, in their order. */
export const listRows = (db: Db, ids: readonly number[]) =>
  db
    .selectFrom('registrations as r')
    .innerJoin('users as u', 'u.id', 'r.responsible_user_id')
    .leftJoinLateral(effectivePayment, (join) => join.onTrue())
    .where('r.id', '=', sql<number>`any (${ids}::bigint[])`)
    .orderBy(sql`array_position(${ids}::bigint[], r.id)`)
    .select(DESCRIBED)
    .select(['r.category_id', refundableCents, isCancellationRequested])
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
