import { type RawBuilder, sql } from 'kysely'
import type { ParticipantFilter } from '#contract/participants/filter.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { activeMembers } from '#server/features/registration/teams/queries.ts'
import { code } from '#server/lib/sql-codes.ts'
import { personPatterns } from '#server/lib/text-search.ts'
import { searchedNumbers } from '../searched-numbers.ts'

const { paid, receivedInCash, settled, pending, overdue, refused, rejected } = PAYMENT_STATUS

export const and = (conditions: RawBuilder<unknown>[]): RawBuilder<unknown> =>
  conditions.length === 0 ? sql`true` : sql.join(conditions, sql` and `)

export const IS_PAID = sql`paid_cents > 0`
/** SQL: confirmed, and the difference to a higher price can still be paid. */
export const IS_OWING = sql`status = ${code.registration.confirmed} and paid_cents > 0 and paid_cents < total_cents
  and payment_status in (${pending}, ${overdue}, ${refused}, ${rejected})`
export const IS_FREE = sql`total_cents = 0 and status <> ${code.registration.cancelled}`

const equals = (column: string, value: number | undefined) =>
  value !== undefined && sql`${sql.ref(column)} = ${value}`

/**
 * Conditions on columns of `participant_list`. A column of another table is not copied into it, because of
 * the lock order; its condition is `registration_id in (select r.id …)` (docs/algorithms/participants.md,
 * "Filtering by another column").
 */
export const entryConditions = (eventId: number, filter: Partial<ParticipantFilter>): RawBuilder<unknown>[] =>
  [
    filter.ids && sql`registration_id = any (${filter.ids}::bigint[])`,
    equals('modality_id', filter.modality_id),
    equals('category_id', filter.category_id),
    equals('kit_id', filter.product_id),
    equals('status', filter.registration_status),
    filter.payment_status === paid
      ? sql`payment_status in (${receivedInCash}, ${paid}, ${settled})`
      : equals('payment_status', filter.payment_status),
    filter.payment_date_start && sql`paid_on >= ${filter.payment_date_start}::date`,
    filter.payment_date_end && sql`paid_on <= ${filter.payment_date_end}::date`,
    filter.money === 'paid' && IS_PAID,
    filter.money === 'free' && IS_FREE,
    filter.money === 'owing' && IS_OWING,
    filter.ineligible !== undefined &&
      sql`registration_id in (select r.id from registrations r where r.event_id = ${eventId} and r.ineligible_reason is not null)`,
    filter.group_id !== undefined &&
      sql`registration_id in (select w.registration_id from group_members w where w.group_id = ${filter.group_id})`,
    filter.team !== undefined &&
      sql`registration_id in (
        select w.registration_id from team_members w where w.team_id in (
          select t.id from categories c join teams t on t.category_id = c.id where c.event_id = ${eventId}
            and ${activeMembers} between 1 and c.team_size - 1
        )
      )`,
    filter.confirmation !== undefined &&
      sql`registration_id in (
        select f.registration_id from confirmations f join registrations r on r.id = f.registration_id
        where r.event_id = ${eventId} and (f.confirmed_at is null) = ${filter.confirmation === 'missing'}
      )`,
    filter.guardian !== undefined &&
      sql`registration_id in (
        select r.id from guardian_requests g join registrations r on r.id = g.registration_id
        where r.event_id = ${eventId} and g.refused_at is null
          and case when ${filter.guardian === 'missing'} then missing_signatures(r.id) <> '{}'
            else missing_signatures(r.id) = '{}' and exists (select from guardian_signatures s where s.registration_id = r.id) end
      )`,
  ].filter((condition) => typeof condition === 'object')

/** SQL: registrations found by registration number, order number or phone; null when the search has none. */
function numbered(eventId: number, search: string | undefined): RawBuilder<unknown> | null {
  const { id, phone } = searchedNumbers(search)
  const ofEvent = sql`select r.id from registrations r where r.event_id = ${eventId}`
  const ids: RawBuilder<unknown>[] = []
  if (id !== null) ids.push(sql`${ofEvent} and r.id = ${id}`, sql`${ofEvent} and r.order_id = ${id}`)
  if (phone !== null)
    ids.push(sql`${ofEvent} and right(r.phone, 8) = ${phone.slice(-8)} and r.phone like ${`%${phone}`}`)
  return ids.length === 0 ? null : sql.join(ids, sql` union all `)
}

/** Patterns for `participant_search.text`; an empty list without a search. */
export const searchPatterns = ({ search }: ParticipantFilter) =>
  personPatterns(search, { shortAtStart: true })

/** SQL, for `from`: rows with `registration_id`, and `text` for a search or if requested. */
export function matchingRegistrations(
  eventId: number,
  filter: ParticipantFilter,
  { withText = false } = {},
): RawBuilder<unknown> {
  const ofEvent = sql`event_id = ${eventId}`
  const patterns = searchPatterns(filter).map((pattern) => sql`text like ${pattern}`)
  const byNumber = numbered(eventId, filter.search)
  const words =
    byNumber === null ? patterns : [sql`(${and(patterns)} or registration_id = any (array(${byNumber})))`]
  const conditions = entryConditions(eventId, filter)
  const entries = sql`select registration_id from participant_list where ${and([ofEvent, ...conditions])}`
  if (words.length === 0 && !withText) return sql`(${entries}) matching`
  // An array of ids, because a join would first compare the texts of all participants of the event.
  const among = conditions.length > 0 ? [sql`registration_id = any (array(${entries}))`] : []
  return sql`(select registration_id, text from participant_search where ${and([ofEvent, ...among, ...words])}) matching`
}
