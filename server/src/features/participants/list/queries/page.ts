import { sql } from 'kysely'
import type { ParticipantFilter } from '#contract/participants/filter.ts'
import { MOST_SORTED, type ParticipantSort } from '#contract/participants/participants.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import { searchedNumbers } from '../searched-numbers.ts'
import { and, entryConditions, IS_FREE, IS_PAID, matchingRegistrations, searchPatterns } from './filter.ts'

/** For the cards. */
const TOTALS = {
  registered: sql`count(*)`,
  confirmed: sql`count(*) filter (where status = ${code.registration.confirmed})`,
  pending: sql`count(*) filter (where status = ${code.registration.pending})`,
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
  total: number
  ids: number[]
}

const NEWEST_FIRST: Sorting = { by: 'id', descending: true }
const direction = (descending: boolean) => (descending ? sql`desc` : sql`asc`)

/**
 * SQL: the cards sum `entries`, and `shown` selects the entries that the list shows. A card counts what the list
 * would show after a click on it, so the cards' own filters reduce only the list.
 */
function passOf(eventId: number, filter: ParticipantFilter) {
  const { registration_status, money, ...others } = filter
  const isSearched = searchPatterns(filter).length > 0
  const counted = isSearched
    ? sql`registration_id = any (array(select registration_id from ${matchingRegistrations(eventId, others)}))`
    : and(entryConditions(eventId, others))
  return {
    entries: sql`participant_list where event_id = ${eventId} and ${counted}`,
    shown: and(entryConditions(eventId, { registration_status, money })),
  }
}

/** One pass over the event's entries, after one over its texts for a search. */
export async function findPage(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { offset, limit }: Slice,
  { by, descending }: Sorting = NEWEST_FIRST,
): Promise<Totals & Page> {
  if (by !== 'id') return findSorted(db, eventId, filter, { offset, limit }, { by, descending })
  const { entries, shown } = passOf(eventId, filter)
  const { id } = searchedNumbers(filter.search)
  // The registration with this number comes before registrations whose CPF contains it.
  const numberFirst = id === null ? sql`` : sql`registration_id = ${id} desc, `
  const matches = sql`array_agg(registration_id order by ${numberFirst}registration_id ${direction(descending)})`
  const { rows } = await sql<Totals & Page>`
    select ${NAMES}, coalesce(cardinality(matches), 0) as total,
      coalesce(matches[${offset + 1}:${offset + limit}], '{}') as ids
    from (select ${SUMS}, ${matches} filter (where ${shown}) as matches from ${entries}) pass`.execute(db)
  return rows[0] as Totals & Page
}

/** SQL: the sort keys other than the id. A text in `participant_search` starts with the name. */
const SORT_KEYS = { name: sql`text collate "C"`, value: sql`total_cents`, paid_on: sql`paid_on` } as const

/** PostgreSQL keeps only the first `offset + limit` rows (a bounded sort); `MOST_SORTED` bounds how many. */
async function findSorted(
  db: Db,
  eventId: number,
  filter: ParticipantFilter,
  { offset, limit }: Slice,
  { by, descending }: { by: keyof typeof SORT_KEYS; descending: boolean },
): Promise<Totals & Page> {
  const { entries, shown } = passOf(eventId, filter)
  const sorted =
    by === 'name' ? matchingRegistrations(eventId, filter, { withText: true }) : sql`${entries} and ${shown}`
  const [totals, rows] = await Promise.all([
    sql<Totals & { total: number }>`
      select ${SUMS}, count(*) filter (where ${shown}) as total from ${entries}`.execute(db),
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
