import { sql } from 'kysely'
import { type IsoDate, NO_DAY } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import type { Period } from '#contract/report/period.ts'
import { inScope } from '#server/features/event/access/queries.ts'
import { eventScope } from '#server/features/event/access/scope.ts'
import { activeMembers } from '#server/features/registration/teams/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'
import type { CouponMoney } from '../domain/coupon-figures.ts'
import type { Counted } from '../domain/day-figures.ts'
import type { CategorySum, EntrySum } from '../domain/entry-sums.ts'
import type { PaidOn } from '../domain/pace.ts'
import { PACE_DAYS, type TierSales } from '../domain/tiers-sold.ts'
import { ARRIVED, onDay } from '../queries.ts'

export type ReachedRow = Awaited<ReturnType<typeof listReached>>[number]

export const listReached = (db: Db, caller: Caller) =>
  db
    .selectFrom('events')
    .where(inScope(eventScope(caller)))
    .select(['events.id', 'events.title', 'events.event_on', 'events.status'])
    .execute()

/** Soonest first. */
export const listNext = (db: Db, caller: Caller, now: Date, most: number) =>
  db
    .selectFrom('events')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .leftJoin('cities', 'cities.ibge_id', 'events.city_id')
    .where(inScope(eventScope(caller)))
    .where('events.status', 'in', [EVENT_STATUS.closed, EVENT_STATUS.open])
    .where(sql<boolean>`events.event_on >= (${now}::timestamptz at time zone events.timezone)::date`)
    .where('events.event_on', '<', NO_DAY)
    .select(['events.id', 'events.slug', 'events.title', 'events.event_on', 'events.state_code as state'])
    .select(['cities.name as city', 'stock_levels.held', 'stock_levels.capacity'])
    .orderBy('events.event_on')
    .orderBy('events.id')
    .limit(most)
    .execute()

export const getReportedEvent = (db: Db, eventId: number) =>
  db
    .selectFrom('events')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .where('events.id', '=', eventId)
    .select([
      'events.id',
      'events.slug',
      'events.title',
      'events.registration_ends_on',
      'events.event_on',
      'events.age_reference',
      'events.status',
      'events.timezone',
      'events.registration_goal',
    ])
    .select(['stock_levels.held', 'stock_levels.capacity'])
    .executeTakeFirstOrThrow()

/** By day of creation, including cancelled registrations. */
export async function countByDay(
  db: Db,
  eventIds: readonly number[],
  period: Period,
): Promise<(Counted & { event_id: number })[]> {
  const { rows } = await sql<Counted & { event_id: number }>`
    select event_id, created_on as day, count(*) as registrations from participant_list
    where event_id = any (${eventIds}::bigint[])
      ${onDay(sql`created_on`, period)}
    group by 1, 2`.execute(db)
  return rows
}

/** The figures of the participant list's cards. */
export async function sumCategories(db: Db, eventId: number): Promise<CategorySum[]> {
  const { rows } = await sql<CategorySum>`
    select category_id, status, count(*) as registered, count(*) filter (where total_cents = 0 and status <> ${code.registration.cancelled}) as free,
      count(*) filter (where paid_cents > 0) as paid, sum(paid_cents + refunding_cents) as balance_cents
    from participant_list where event_id = ${eventId} group by 1, 2`.execute(db)
  return rows
}

export const listCategories = (db: Db, eventId: number) =>
  db
    .selectFrom('categories as c')
    .innerJoin('modalities as m', 'm.id', 'c.modality_id')
    .where('c.event_id', '=', eventId)
    .orderBy('m.position')
    .orderBy('m.id')
    .orderBy('c.position')
    .orderBy('c.id')
    .select(['c.id', 'c.name', 'm.name as modality'])
    .execute()

/** The remaining figures of a dashboard, in one pass over the entries. */
export async function sumEntries(db: Db, eventId: number): Promise<EntrySum[]> {
  const { rows } = await sql<EntrySum>`
    select created_on, paid_on, payment_type, payment_status, count(*) as registrations,
      count(*) filter (where paid_cents > 0) as paid,
      sum(fee_due(status, total_cents, fee_cents, paid_cents)) as fees,
      sum(refunding_cents) as owed_back
    from participant_list where event_id = ${eventId} group by 1, 2, 3, 4`.execute(db)
  return rows
}

/**
 * In the order of the event's form; a kit without sizes has one row. `held` counts registrations that are not
 * cancelled (docs/algorithms/stock.md).
 */
export const listSizes = (db: Db, eventId: number) =>
  db
    .selectFrom('kits as k')
    .innerJoin('stock_levels as kit_level', 'kit_level.id', 'k.stock_level_id')
    .leftJoin('shirt_sizes as s', 's.kit_id', 'k.id')
    .leftJoin('stock_levels as size_level', 'size_level.id', 's.stock_level_id')
    .where('k.event_id', '=', eventId)
    .orderBy('k.position')
    .orderBy('k.id')
    .orderBy('s.position')
    .orderBy('s.id')
    .select(['k.id as kit_id', 'k.name as kit', 'kit_level.held as kit_held'])
    .select(['s.name as size', 'size_level.held as size_held'])
    .execute()

/** In the order of the event's form. */
export async function listTierSales(db: Db, eventId: number, now: Date): Promise<TierSales[]> {
  const { rows } = await sql<TierSales>`
    select t.id, k.id as kit_id, k.name as kit, t.name, t.value_cents, t.ends_on, l.closed_at is not null as is_closed,
      l.capacity, l.held, sales.sold, sales.sold_lately
    from kits k
    join kit_tiers t on t.kit_id = k.id
    join stock_levels l on l.id = t.stock_level_id
    cross join lateral (
      select count(*)::int as sold,
        count(*) filter (where created_at > ${now}::timestamptz - make_interval(days => ${PACE_DAYS}::int))::int as sold_lately
      from registrations where tier_id = t.id and status <> ${code.registration.cancelled}
    ) sales
    where k.event_id = ${eventId} and t.value_cents is not null
    order by k.position, k.id, t.position, t.id`.execute(db)
  return rows
}

/** Most used first. */
export const listCoupons = (db: Db, eventId: number) =>
  db
    .selectFrom('coupons')
    .innerJoin('stock_levels', 'stock_levels.id', 'coupons.stock_level_id')
    .where('coupons.event_id', '=', eventId)
    .orderBy('stock_levels.held', 'desc')
    .orderBy('coupons.code')
    .select(['coupons.id', 'coupons.code', 'coupons.channel'])
    .select(['stock_levels.held as uses', 'stock_levels.capacity as limit'])
    .execute()

/** The money of the registrations with each coupon. The discount excludes cancelled registrations. */
export async function sumCoupons(db: Db, eventId: number): Promise<CouponMoney[]> {
  const { rows } = await sql<CouponMoney>`
    select r.coupon_id, coalesce(sum(r.discount_cents) filter (where r.status <> ${code.registration.cancelled}), 0)::bigint as discount,
      coalesce(sum(money.received), 0)::bigint as received, coalesce(sum(money.returned), 0)::bigint as returned
    from registrations r
    cross join lateral (
      select sum(i.amount_cents) as received,
        -- A dispute returns what was not refunded before.
        sum(case when p.returned_at is null then refunded.cents else i.amount_cents end) as returned
      from payment_items i join payments p on p.id = i.payment_id
      cross join lateral (
        select coalesce(sum(f.amount_cents), 0) as cents from refunds f
        where f.payment_id = i.payment_id and f.registration_id = i.registration_id and f.done_at is not null
      ) refunded
      where i.registration_id = r.id and p.duplicate_of is null and ${ARRIVED}
    ) money
    where r.coupon_id in (select id from coupons where event_id = ${eventId})
    group by 1`.execute(db)
  return rows
}

/** In the order of the event's form. */
export async function countTeams(db: Db, eventId: number): Promise<EventDashboard['teams']> {
  const { rows } = await sql<EventDashboard['teams'][number]>`
    select c.id, c.name as category, c.team_size,
      count(*) filter (where members.active = c.team_size)::int as complete,
      count(*) filter (where members.active < c.team_size)::int as incomplete
    from categories c join modalities m on m.id = c.modality_id
    left join lateral (select ${activeMembers} as active from teams t where t.category_id = c.id) members
      on members.active > 0
    where c.event_id = ${eventId} and c.team_size is not null
    group by c.id, m.id order by m.position, m.id, c.position, c.id`.execute(db)
  return rows
}

/** Most members first. */
export async function listGroups(db: Db, eventId: number): Promise<EventDashboard['groups']> {
  const { rows } = await sql<EventDashboard['groups'][number]>`
    select g.id, g.name, count(*)::int as members,
      count(*) filter (where r.status = ${code.registration.confirmed})::int as confirmed
    from groups g join group_members m on m.group_id = g.id join registrations r on r.id = m.registration_id
    where g.event_id = ${eventId} and r.status <> ${code.registration.cancelled}
    group by g.id order by members desc, g.name`.execute(db)
  return rows
}

/**
 * The organizer's latest earlier race with the same title, ignoring years, editions and punctuation, and its
 * registrations in total and until `daysLeft` days before the race.
 */
export async function findLastEdition(db: Db, eventId: number, daysLeft: number) {
  const name = (event: string) =>
    sql`btrim(regexp_replace(searchable(${sql.ref(`${event}.title`)}), '[0-9]+([ªºa°]\\M)?|[^a-z ]+|\\s+', ' ', 'g'))`
  const { rows } = await sql<{
    id: number
    title: string
    event_on: IsoDate
    registrations: number
    that_day: number
  }>`
    select last.id, last.title, last.event_on, figures.registrations, figures.that_day
    from events e
    cross join lateral (
      select l.id, l.title, l.event_on from events l
      where l.organizer_id = e.organizer_id and l.event_on < e.event_on and l.status <> ${code.event.cancelled} and l.id <> e.id
        and ${name('l')} = ${name('e')}
      order by l.event_on desc limit 1
    ) last
    cross join lateral (
      select count(*)::int as registrations, count(*) filter (where created_on = last.event_on - ${daysLeft}::int)::int as that_day
      from participant_list where event_id = last.id and created_on <= last.event_on - ${daysLeft}::int
    ) figures
    where e.id = ${eventId}`.execute(db)
  return rows[0]
}

/** By days before the race. */
export async function countPaid(db: Db, eventId: number): Promise<PaidOn[]> {
  const { rows } = await sql<PaidOn>`
    select greatest(0, e.event_on - coalesce(p.paid_on, p.created_on))::int as days_left, count(*)::int as registrations
    from participant_list p join events e on e.id = p.event_id
    where p.event_id = ${eventId} and p.paid_cents > 0 group by 1`.execute(db)
  return rows
}

export const updateGoal = (tx: Tx, eventId: number, goal: number | null) =>
  tx.updateTable('events').set({ registration_goal: goal }).where('id', '=', eventId).execute()
