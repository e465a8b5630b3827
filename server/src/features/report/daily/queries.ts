import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import type { DIFFERENCES } from '#contract/report/daily-money.ts'
import type { Period } from '#contract/report/period.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import { PLATFORM_ENTERPRISE } from '#server/lib/auth.ts'
import type { Db } from '#server/lib/db.ts'
import { code, paidStatuses } from '#server/lib/sql-codes.ts'
import { inPeriod } from '../queries.ts'

/** Days of money are days in Brasília. */
const ZONE = sql.lit(BANK_ZONE)
/** SQL: the statuses in which the money of a payment is held, apart from refunds. */
const HELD = sql.join([paidStatuses, code.payment.refunded])

const happened = (column: string, period: Period) => inPeriod(column, period, ZONE)

export interface MovedRow {
  day: IsoDate
  type: number
  payments: number
  gross: Cents
  interest: Cents
  refunded: Cents
  returned: Cents
}

/**
 * Movements by day and method, from the ledger. After each entry a paid payment holds its amount minus
 * finished refunds, any other payment nothing; the movement is the difference to the previous entry.
 */
export async function listMoved(db: Db, enterpriseId: number, period: Period): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    with touched as (
      select distinct l.payment_id
      from payment_events l join payments p on p.id = l.payment_id join events e on e.id = p.event_id
      where l.applied and e.enterprise_id = ${enterpriseId} ${happened('l.at', period)}
    ),
    steps as (
      select l.id, l.payment_id, l.at, l.kind, p.type, p.amount_cents, p.interest_cents,
        -- The status of the payment after the last entry that has one.
        max(l.id * 100 + l.to_status) over entries % 100 as status,
        coalesce(sum((l.detail ->> 'amountCents')::int) filter (where l.kind = 'refund_done') over entries, 0)::int as refunded,
        coalesce(sum((l.detail ->> 'interestCents')::int) filter (where l.kind = 'refund_done') over entries, 0)::int as interest_back
      from touched join payment_events l using (payment_id) join payments p on p.id = l.payment_id
      where l.applied
      window entries as (partition by l.payment_id order by l.id)
    ),
    held as (
      select *, interest + greatest(amount_cents - refunded, 0) * is_here as held
      from (
        select *, is_here * greatest(interest_cents - interest_back, 0) as interest
        from (select *, (status in (${HELD}))::int as is_here from steps) here
      ) with_interest
    ),
    moves as (
      select *, held - coalesce(lag(held) over entries, 0) as moved,
        interest - coalesce(lag(interest) over entries, 0) as interest_moved
      from held window entries as (partition by payment_id order by id)
    )
    select (at at time zone ${ZONE})::date as day, type, count(*) filter (where moved > 0) as payments,
      coalesce(sum(moved) filter (where moved > 0), 0) as gross,
      coalesce(sum(interest_moved), 0) as interest,
      coalesce(-sum(moved) filter (where moved < 0 and kind = 'refund_done'), 0) as refunded,
      coalesce(-sum(moved) filter (where moved < 0 and kind <> 'refund_done'), 0) as returned
    from moves
    where moved <> 0 ${happened('at', period)}
    group by 1, 2`.execute(db)
  return rows
}

export interface FeeRow {
  day: IsoDate
  type: number
  service_fee: Cents
  gateway_fee: Cents
}

/** By method and by the day on which they were booked. */
export async function listFees(db: Db, enterpriseId: number, period: Period): Promise<FeeRow[]> {
  const { rows } = await sql<FeeRow>`
    select (at at time zone ${ZONE})::date as day, type,
      coalesce(sum(amount_cents) filter (where kind = 'service'), 0) as service_fee,
      coalesce(sum(amount_cents) filter (where kind = 'gateway'), 0) as gateway_fee
    from fee_entries
    where event_id = any (array(select id from events where enterprise_id = ${enterpriseId}))
      and kind in ('service', 'gateway') and type is not null ${happened('at', period)}
    group by 1, 2`.execute(db)
  return rows.filter(({ service_fee, gateway_fee }) => service_fee !== 0 || gateway_fee !== 0)
}

/**
 * Latest day first, each with the uncorrected differences of the enterprise's payments. The counts and the
 * charges that belong to no payment concern all enterprises, so only the platform's own sees them.
 */
export function listComparisons(db: Db, enterpriseId: number, { from, to }: Period) {
  const isPlatform = enterpriseId === PLATFORM_ENTERPRISE
  const ofAll = (column: 'charges' | 'repaired') =>
    sql<number | null>`case when ${isPlatform} then ${sql.ref(`c.${column}`)} end`
  return db
    .selectFrom('reconciliations as c')
    .$if(Boolean(from), (query) => query.where('c.day', '>=', from ?? ''))
    .$if(Boolean(to), (query) => query.where('c.day', '<=', to ?? ''))
    .orderBy('c.day', 'desc')
    .orderBy('c.provider')
    .select(['c.provider', 'c.day', 'c.finished_at'])
    .select([ofAll('charges').as('charges'), ofAll('repaired').as('repaired')])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('reconciliation_differences as d')
          .leftJoin('payments as p', 'p.id', 'd.payment_id')
          .leftJoin('events as e', 'e.id', 'p.event_id')
          .where((w) =>
            w.or([
              w('e.enterprise_id', '=', enterpriseId),
              ...(isPlatform ? [w('d.payment_id', 'is', null)] : []),
            ]),
          )
          .whereRef('d.provider', '=', 'c.provider')
          .whereRef('d.day', '=', 'c.day')
          .orderBy('d.id')
          .select(['d.charge_id', 'd.payment_id', 'd.status', 'd.amount_cents'])
          .select(sql<keyof typeof DIFFERENCES>`d.kind`.as('kind')),
      ).as('differences'),
    )
    .execute()
}
