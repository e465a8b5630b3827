import { type RawBuilder, sql } from 'kysely'
import type { EnterpriseOverview, EventCounts } from '#contract/backoffice/overview.ts'
import { NO_DAY } from '#contract/dates.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { isOpen, PAYMENT_STATUSES } from '#contract/payment/payment-status.ts'
import type { PayoutStatus } from '#contract/payout/payout.ts'
import type { Db } from '#server/lib/db.ts'
import { code } from '#server/lib/sql-codes.ts'

const OPEN = sql.raw(
  PAYMENT_STATUSES.map((_, code) => code)
    .filter(isOpen)
    .join(', '),
)

/** Without an `enterpriseId`, counts the events of all enterprises. */
export async function countEventsByStatus(db: Db, enterpriseId: number | null): Promise<EventCounts> {
  const counts = await db
    .selectFrom('events')
    .select(['status', (eb) => eb.fn.countAll<number>().as('count')])
    .where(sql<boolean>`${enterpriseId}::bigint is null or enterprise_id = ${enterpriseId}`)
    .groupBy('status')
    .execute()
  const of = (status: number) => counts.find((row) => row.status === status)?.count ?? 0
  return { inactive: of(0), active: of(1), expired: of(2), cancelled: of(3) }
}

/** Each active registration holds one unit of its event's stock level. */
export async function countHeld(db: Db, enterpriseId: number | null): Promise<number> {
  const { held } = await db
    .selectFrom('events')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .select(sql<number>`coalesce(sum(stock_levels.held), 0)::bigint`.as('held'))
    .where(sql<boolean>`${enterpriseId}::bigint is null or events.enterprise_id = ${enterpriseId}`)
    .executeTakeFirstOrThrow()
  return held
}

interface PeopleCounts {
  accounts: number
  blocked: number
  organizers: number
  enterprises: number
}

/** Removed accounts leave an anonymous row, which is not counted. */
export async function countPeople(db: Db): Promise<PeopleCounts> {
  const { rows } = await sql<PeopleCounts>`
    select (select count(*) from users) - (select count(*) from users where anonymized_at is not null) as accounts,
      (select count(*) from users where blocked_at is not null) as blocked,
      (select count(*) from organizers where type = ${code.organizer.organizer}) as organizers,
      (select count(*) from enterprises) as enterprises`.execute(db)
  return rows[0] ?? { accounts: 0, blocked: 0, organizers: 0, enterprises: 0 }
}

interface JobCounts {
  queued: number
  retrying: number
  failed: number
  oldest: Date | null
  /** Failed at least once and not done. */
  mailWaiting: number
}

/** Finished jobs are deleted. */
export async function countJobs(db: Db, mailTasks: readonly string[]): Promise<JobCounts> {
  const { rows } = await sql<JobCounts>`
    select count(*) filter (where attempts < max_attempts and run_at <= now()) as queued,
      count(*) filter (where attempts > 0 and attempts < max_attempts) as retrying,
      count(*) filter (where attempts >= max_attempts) as failed,
      min(run_at) filter (where attempts < max_attempts and run_at <= now()) as oldest,
      count(*) filter (where attempts > 0 and task_identifier = any (${mailTasks}::text[])) as "mailWaiting"
    from graphile_worker.jobs where locked_at is null`.execute(db)
  return rows[0] ?? { queued: 0, retrying: 0, failed: 0, oldest: null, mailWaiting: 0 }
}

export const getMailHealth = (db: Db) =>
  db
    .selectFrom('service_health')
    .select(['succeeded_at', 'failed_at', 'failure'])
    .where('service', '=', 'mail')
    .executeTakeFirst()

/** What a person has to do about the gateways. */
export const getGatewayTasks = (db: Db) =>
  db.selectFrom('gateway_tasks').selectAll().executeTakeFirstOrThrow()

const LATEST = 10

export const listRefused = (db: Db) =>
  db
    .selectFrom('payments')
    .where('refused_status', 'is not', null)
    .orderBy('updated_at', 'desc')
    .limit(LATEST)
    .select(['id as payment_id', 'charge_id', 'status as status_code', 'refused_status as reported_code'])
    .$narrowType<{ reported_code: number }>()
    .execute()

/** The payments that `gateway_tasks` counts. */
export const listUnmatched = (db: Db) =>
  db
    .selectFrom('payment_events as l')
    .innerJoin('payments as p', 'p.id', 'l.payment_id')
    .where('l.kind', '=', sql.lit('refund_unmatched'))
    .where('l.at', '>', sql<Date>`now() - interval '7 days'`)
    .orderBy('l.at', 'desc')
    .limit(LATEST)
    .select(['l.payment_id', 'p.charge_id'])
    .select(sql<number>`(l.detail ->> 'amountCents')::int`.as('amount_cents'))
    .execute()

interface GatewayCounts {
  unhandled: number
  odd: number
  linkless: number
  refunds: number
  lastMessageAt: Date | null
}

/** Refunds requested before `overdueFrom` are overdue. */
export async function countGateway(db: Db, overdueFrom: Date): Promise<GatewayCounts> {
  const { rows } = await sql<GatewayCounts>`
    select (select count(*) from gateway_messages where handled_at is null) as unhandled,
      (
        select count(*) from gateway_messages where outcome in ('unknown_charge', 'amount_mismatch', 'duplicate')
      ) as odd,
      (select count(*) from payments where status in (${OPEN}) and hosted_link is null) as linkless,
      (
        select count(*) from refunds
        where status = 'needs_person' or status in ('approved', 'sent') and asked_at < ${overdueFrom}
      ) as refunds,
      (select received_at from gateway_messages order by id desc limit 1) as "lastMessageAt"`.execute(db)
  return rows[0] ?? { unhandled: 0, odd: 0, linkless: 0, refunds: 0, lastMessageAt: null }
}

export const getCompany = (db: Db, enterpriseId: number) =>
  db
    .selectFrom('enterprises')
    .select([
      'enterprises.id',
      'enterprises.name',
      sql<number>`(select count(distinct city_id) from events where enterprise_id = enterprises.id)`.as(
        'cities',
      ),
      sql<number>`(select count(*) from organizers where enterprise_id = enterprises.id and type = ${code.organizer.organizer})`.as(
        'organizers',
      ),
    ])
    .where('enterprises.id', '=', enterpriseId)
    .executeTakeFirstOrThrow()

/** Refunds requested before `overdueFrom` are overdue. */
export async function countEnterpriseTasks(
  db: Db,
  enterpriseId: number,
  overdueFrom: Date,
): Promise<EnterpriseOverview['tasks']> {
  const refunds = (condition: RawBuilder<unknown>) => sql`(
    select count(*) from refunds f join events e on e.id = f.event_id
    where e.enterprise_id = ${enterpriseId} and ${condition}
  )`
  const payouts = (status: PayoutStatus) => sql`(
    select count(*) from payouts p join organizers o on o.id = p.organizer_id
    where o.enterprise_id = ${enterpriseId} and p.status = ${sql.lit(status)}
  )`
  // The first two counts repeat the condition of the index of refunds that wait for a person.
  const { rows } = await sql<EnterpriseOverview['tasks']>`
    select ${refunds(sql`f.status in ('requested', 'needs_person') and f.status = 'needs_person'`)} as stuck_refunds,
      ${refunds(sql`f.status in ('requested', 'needs_person') and f.status = 'requested'`)} as requested_refunds,
      ${refunds(sql`f.status in ('approved', 'sent') and f.asked_at < ${overdueFrom}`)} as overdue_refunds,
      ${payouts('requested')} as requested_payouts, ${payouts('approved')} as approved_payouts`.execute(db)
  return (
    rows[0] ?? {
      stuck_refunds: 0,
      requested_refunds: 0,
      overdue_refunds: 0,
      requested_payouts: 0,
      approved_payouts: 0,
    }
  )
}

const NEXT_EVENTS = 5

/** Without an `enterpriseId`, the events of all enterprises. */
export const listNextEvents = (db: Db, enterpriseId: number | null, now: Date) =>
  db
    .selectFrom('events')
    .innerJoin('stock_levels', 'stock_levels.id', 'events.stock_level_id')
    .leftJoin('cities', 'cities.ibge_id', 'events.city_id')
    .select([
      'events.id',
      'events.slug',
      'events.title',
      'events.event_on',
      'cities.name as city',
      'events.state_code',
      'stock_levels.held',
      'stock_levels.capacity',
    ])
    .$if(enterpriseId !== null, (query) => query.where('events.enterprise_id', '=', enterpriseId ?? 0))
    .where('events.status', 'in', [EVENT_STATUS.closed, EVENT_STATUS.open])
    .where(sql<boolean>`events.event_on >= (${now}::timestamptz at time zone events.timezone)::date`)
    .where('events.event_on', '<', NO_DAY)
    .orderBy('events.event_on')
    .orderBy('events.id')
    .limit(NEXT_EVENTS)
    .execute()
