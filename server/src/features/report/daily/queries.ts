import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { IsoDate } from '#contract/dates.ts'
import type { Cents } from '#contract/money.ts'
import { isPaid, PAYMENT_STATUS, PAYMENT_STATUSES } from '#contract/payment-status.ts'
import type { DIFFERENCES } from '#contract/report/daily-money.ts'
import type { Period } from '#contract/report/period.ts'
import type { Db } from '#server/lib/db.ts'
import { BANK_ZONE } from '../../payment/domain/due-date.ts'

/** The days of money are the bank's. */
const ZONE = sql.lit(BANK_ZONE)
/** The statuses of a payment whose money is here, as far as it was not refunded. */
const HELD = sql.raw(
  PAYMENT_STATUSES.map((_, code) => code)
    .filter((code) => isPaid(code) || code === PAYMENT_STATUS.refunded)
    .join(', '),
)

/** Limits an instant to the days of the period. */
const happened = (column: string, { from, to }: Period) => sql`
  ${from ? sql`and ${sql.ref(column)} >= ${from}::date::timestamp at time zone ${ZONE}` : sql``}
  ${to ? sql`and ${sql.ref(column)} < (${to}::date + 1)::timestamp at time zone ${ZONE}` : sql``}`

export interface MovedRow {
  day: IsoDate
  type: number
  payments: number
  gross: Cents
  interest: Cents
  refunded: Cents
  returned: Cents
  gateway_fee: Cents
}

/**
 * What moved on each day by each method, from the ledger: after each entry a payment holds its amount less its finished refunds while it
 * is paid, and nothing otherwise; the difference to the entry before is what moved. The gateway's fee counts when the money first came.
 */
export async function listMoved(db: Db, enterpriseId: number, period: Period): Promise<MovedRow[]> {
  const { rows } = await sql<MovedRow>`
    with touched as (
      select distinct l.payment_id
      from payment_events l join payments p on p.id = l.payment_id join events e on e.id = p.event_id
      where l.applied and e.enterprise_id = ${enterpriseId} ${happened('l.at', period)}
    ),
    steps as (
      select l.id, l.payment_id, l.at, l.kind, p.type, p.amount_cents, p.interest_cents, coalesce(p.gateway_fee_cents, 0) as fee,
        -- The status that the last entry with one left the payment in.
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
        interest - coalesce(lag(interest) over entries, 0) as interest_moved,
        max(held) over (partition by payment_id order by id rows between unbounded preceding and 1 preceding) as most_before
      from held window entries as (partition by payment_id order by id)
    )
    select (at at time zone ${ZONE})::date as day, type, count(*) filter (where moved > 0) as payments,
      coalesce(sum(moved) filter (where moved > 0), 0) as gross,
      coalesce(sum(interest_moved), 0) as interest,
      coalesce(-sum(moved) filter (where moved < 0 and kind = 'refund_done'), 0) as refunded,
      coalesce(-sum(moved) filter (where moved < 0 and kind <> 'refund_done'), 0) as returned,
      coalesce(sum(fee) filter (where moved > 0 and coalesce(most_before, 0) = 0), 0) as gateway_fee
    from moves
    where moved <> 0 ${happened('at', period)}
    group by 1, 2`.execute(db)
  return rows
}

export interface FeeRow {
  day: IsoDate
  type: number
  service_fee: Cents
}

/** Our fees, by the day the registration's last payment arrived and its method, as the statement has them. */
export async function listServiceFees(db: Db, enterpriseId: number, { from, to }: Period): Promise<FeeRow[]> {
  const { rows } = await sql<FeeRow>`
    select paid_on as day, payment_type as type, sum(fee_due(status, total_cents, fee_cents, paid_cents))::bigint as service_fee
    from participant_entries
    where event_id = any (array(select id from events where enterprise_id = ${enterpriseId})) and paid_cents > 0 and payment_type is not null
      ${from ? sql`and paid_on >= ${from}::date` : sql``} ${to ? sql`and paid_on <= ${to}::date` : sql``}
    group by 1, 2 having sum(fee_due(status, total_cents, fee_cents, paid_cents)) <> 0`.execute(db)
  return rows
}

/** The comparisons with the gateways, the latest day first, each with what it could not correct. */
export const listComparisons = (db: Db, { from, to }: Period) =>
  db
    .selectFrom('reconciliations as c')
    .$if(Boolean(from), (query) => query.where('c.day', '>=', from ?? ''))
    .$if(Boolean(to), (query) => query.where('c.day', '<=', to ?? ''))
    .orderBy('c.day', 'desc')
    .orderBy('c.provider')
    .select(['c.provider', 'c.day', 'c.finished_at', 'c.charges', 'c.repaired'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('reconciliation_differences as d')
          .whereRef('d.provider', '=', 'c.provider')
          .whereRef('d.day', '=', 'c.day')
          .orderBy('d.id')
          .select(['d.charge_id', 'd.payment_id', 'd.status', 'd.amount_cents'])
          .select(sql<keyof typeof DIFFERENCES>`d.kind`.as('kind')),
      ).as('differences'),
    )
    .execute()
