import { type Expression, expressionBuilder, type NotNull, type RawBuilder, sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { IsoDate } from '#contract/dates.ts'
import { EVENT_STATUS, ITEM_STATUS } from '#contract/event/event-status.ts'
import type { InstallmentRules } from '#contract/pricing/installments.ts'
import type { Db } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { code } from '#server/lib/sql-codes.ts'
import type { SellerRow } from './domain/seller.ts'
import type { PickupRow } from './kit-pickup.ts'

/** SQL: a level has a spot left; true without a limit. */
export const hasRoom = (alias: string): RawBuilder<boolean> =>
  sql`(${sql.ref(`${alias}.held`)} < ${sql.ref(`${alias}.capacity`)}) is not false`

/** SQL: today in the time zone of event `e`. */
export const today = (now: Date): RawBuilder<IsoDate> =>
  sql<IsoDate>`(${now}::timestamptz at time zone e.timezone)::date`

const offered = sql`
  modalities m
    join categories c on c.modality_id = m.id
    join kits k on k.event_id = m.event_id and k.status = ${code.item.active} and (k.category_ids = '{}' or c.id = any (k.category_ids))`

export const hasOffer = sql<boolean>`exists (select from ${offered} where m.event_id = e.id and m.status = ${code.item.active})`

/** SQL: kit `k` with level `kl` and one of its sizes are not sold out. Sizes without a name are unfinished. */
export const hasUnits = sql`(${hasRoom('kl')} and (
  not exists (select from shirt_sizes s where s.kit_id = k.id and s.name <> '')
  or exists (
    select from shirt_sizes s join stock_levels sl on sl.id = s.stock_level_id
    where s.kit_id = k.id and s.name <> '' and ${hasRoom('sl')}
  )
))`

/** SQL: some combination has a spot at every level, including the event's own. */
export const hasVacancy = sql<boolean>`(
  exists (select from stock_levels l where l.id = e.stock_level_id and ${hasRoom('l')})
  and exists (
    select from ${offered}
      join stock_levels ml on ml.id = m.stock_level_id
      join stock_levels cl on cl.id = c.stock_level_id
      join stock_levels kl on kl.id = k.stock_level_id
    where m.event_id = e.id and m.status = ${code.item.active} and ${hasRoom('ml')} and ${hasRoom('cl')} and ${hasUnits}
  )
)`

/** SQL: the units of event `e` that only holders of a reserving level may take. */
export const reservedUnits = (now: Date) => sql<number>`reserved_units(e.id, ${now})`.as('reserved')

/** SQL: the SHA-256 of the text of a term, in hexadecimal digits. */
export const sha256Of = (text: RawBuilder<unknown>) =>
  sql<string>`encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`

/** SQL: the legal data of organizer `o`. */
export const sellerColumn = sql<SellerRow>`json_build_object(
  'name', o.corporate_reason, 'document', o.cnpj, 'street', o.street, 'number', o.street_number,
  'complement', o.complement, 'district', o.district, 'city', o.city, 'state', o.state_code, 'zip', o.zip
)`.as('seller')

/** SQL: where and when the kits of event `e` are picked up, in JSON. */
export const pickupColumn = sql<PickupRow>`json_build_object(
  'place', e.kit_place, 'address', e.kit_address, 'from', e.kit_delivery_on, 'opens_at', e.kit_opens_at,
  'until', e.kit_until, 'closes_at', e.kit_closes_at, 'note', e.kit_note
)`

export interface RaceRow {
  id: number
  slug: string
  title: string
  event_on: IsoDate
  start_time: string
  timezone: string
  start_place: string | null
  city: string | null
  state: string | null
  picture: unknown
  kit_pickup: PickupRow
}

/** SQL: what e-mails show of event `e`. */
export const raceColumn = sql<RaceRow>`json_build_object(
  'id', e.id, 'slug', e.slug, 'title', e.title, 'event_on', e.event_on, 'start_time', e.start_time,
  'timezone', e.timezone, 'start_place', e.start_place,
  'city', (select name from cities where ibge_id = e.city_id), 'state', e.state_code,
  'picture', (select picture from uploads where path = e.cover_path), 'kit_pickup', ${pickupColumn}
)`.as('race')

/** SQL: event `e` is visible to everybody, because it has been opened. */
export const isPublished = sql<boolean>`(e.opened_at is not null)`

/** SQL: event `e` may appear in public lists: it was opened and is complete. */
export const isListed = sql<boolean>`(e.opened_at is not null and e.missing = '{}')`

/** SQL: event `e` appears in public lists: it is public, complete and not cancelled. */
export const standsInLists = sql<boolean>`(e.is_public and e.status <> ${code.event.cancelled} and ${isListed})`

/** SQL: organizer `o` is not suspended and was shown by a public event that was opened. */
export const hasOrganizerPage = sql<boolean>`(
  exists (select from users u where u.id = o.user_id and u.blocked_at is null)
  and exists (select from events p where p.organizer_id = o.id and p.is_public and p.opened_at is not null)
)`

/** SQL: the status of event `e`; an incomplete event counts as inactive. */
export const eventStatus = sql<number>`case when e.status = ${code.event.open} and not ${isListed} then ${code.event.closed} else e.status end`

/** The rule of domain/effective-status.ts in SQL, for filters and sorting. */
export const isOpen = (now: Date): RawBuilder<boolean> => sql<boolean>`(
  e.status = ${code.event.open} and ${isListed} and ${today(now)} between e.registration_starts_on and least(e.registration_ends_on, e.event_on)
  and ${hasVacancy}
)`

export const cancellationTiersOf = (eventId: Expression<number>) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('cancellation_tiers as x')
      .where('x.event_id', '=', eventId)
      .where('x.days_before', 'is not', null)
      .where('x.refund_rate', 'is not', null)
      .orderBy('x.days_before', 'desc')
      .select(['x.days_before', 'x.refund_rate', 'x.keeps_fee'])
      .$narrowType<{ days_before: NotNull; refund_rate: NotNull }>(),
  ).as('cancellation_tiers')

/** SQL: the questions that are asked, in order. */
export const questionsOf = (eventId: Expression<number>) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('questionnaires as x')
      .where('x.event_id', '=', eventId)
      .where('x.status', '=', ITEM_STATUS.active)
      .where('x.description', '<>', '')
      .orderBy('x.position')
      .orderBy('x.id')
      .select(['x.id', 'x.description', 'x.attach_file', 'x.kind', 'x.required', 'x.options', 'x.asked'])
      .select('x.sensitive')
      .select(['x.modality_id', 'x.category_id', 'x.kit_id', 'x.condition_id', 'x.condition_value']),
  ).as('questionnaires')

/** SQL: the tiers of a kit, in the order in which they sell. */
export const tiersOf = (kitId: Expression<number>) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('kit_tiers as t')
      .innerJoin('stock_levels as l', 'l.id', 't.stock_level_id')
      .where('t.kit_id', '=', kitId)
      .where('t.value_cents', 'is not', null)
      .orderBy('t.position')
      .orderBy('t.id')
      .select(['t.id', 't.name', 't.value_cents', 't.ends_on', 'l.id as level_id', 'l.capacity', 'l.held'])
      .select(sql<boolean>`l.closed_at is not null`.as('is_closed'))
      .$narrowType<{ value_cents: NotNull }>(),
  ).as('tiers')

/** SQL: the discounts by right of an event; `is_here`: where the event is. */
export const rightsOf = (eventId: Expression<number>) =>
  jsonArrayFrom(
    expressionBuilder<DB>()
      .selectFrom('right_rules as x')
      .innerJoin('stock_levels as l', 'l.id', 'x.stock_level_id')
      .innerJoin('events as at', 'at.id', 'x.event_id')
      .leftJoin('cities as place', 'place.ibge_id', 'at.city_id')
      .where('x.event_id', '=', eventId)
      .where('x.rate_bp', 'is not', null)
      .orderBy('x.position')
      .orderBy('x.id')
      .select(['x.id', 'x.name', 'x.sex', 'x.min_age', 'x.max_age', 'x.starts_on', 'x.ends_on', 'x.rate_bp'])
      .select(['x.base', 'x.declaration', 'x.version', 'x.proof', 'x.proof_days_before', 'x.companion'])
      .select(['x.stackable', 'x.in_person', 'x.source_url', 'x.status'])
      .select(
        sql<boolean>`coalesce(x.state_code = at.state_code, x.state_code is null)
          and coalesce(lower(x.city) = lower(place.name), x.city is null)`.as('is_here'),
      )
      .select(['l.id as level_id', 'l.capacity', 'l.held'])
      .$narrowType<{ rate_bp: NotNull }>(),
  ).as('rights')

export const listSitemap = (db: Db, limit: number) =>
  db
    .selectFrom('events as e')
    .where(standsInLists)
    .select(['slug', 'updated_at'])
    .orderBy('event_on', 'desc')
    .orderBy('id')
    .limit(limit)
    .execute()

/** Does not raise the version, so that concurrent editing is not interrupted. */
export async function markExpired(db: Db, now: Date): Promise<number[]> {
  const rows = await db
    .updateTable('events as e')
    .set({ status: EVENT_STATUS.expired, updated_at: now })
    .where('e.id', 'in', (eb) =>
      eb
        .selectFrom('events as e')
        .where('e.status', 'in', [EVENT_STATUS.closed, EVENT_STATUS.open])
        .where(sql<boolean>`e.event_on < ${today(now)}`)
        // In id order, the lock order of docs/algorithms/stock.md.
        .orderBy('e.id')
        .forNoKeyUpdate()
        .select('e.id'),
    )
    .returning('e.id')
    .execute()
  return rows.map((row) => row.id)
}

/** SQL over event `e`. */
export const installmentColumns = [
  sql<number>`e.max_installments`.as('max_installments'),
  sql<number>`e.min_installment_cents`.as('min_installment_cents'),
  sql<boolean>`e.installment_interest`.as('installment_interest'),
] as const

interface InstallmentColumns {
  max_installments: number
  min_installment_cents: number
  installment_interest: boolean
}

export const installmentRules = (row: InstallmentColumns): InstallmentRules => ({
  max: row.max_installments,
  minimumCents: row.min_installment_cents,
  withInterest: row.installment_interest,
})
