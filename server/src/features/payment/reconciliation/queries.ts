import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { DIFFERENCES } from '#contract/report/daily-money.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import type { Charge } from '../gateways/gateway.ts'

const { failed, cancelled, expired } = PAYMENT_STATUS

/** SQL: the calendar day in São Paulo. */
const dayOf = (column: string) => sql<IsoDate>`(${sql.ref(column)} at time zone ${BANK_ZONE})::date`

/** SQL: on this day in São Paulo. */
const createdOn = (
  day: IsoDate,
) => sql<boolean>`created_at >= ${day}::date::timestamp at time zone ${BANK_ZONE}
  and created_at < (${day}::date + 1)::timestamp at time zone ${BANK_ZONE}`

const CHARGED = sql<number>`amount_cents + interest_cents`.as('charged_cents')

/**
 * The days of a gateway's charges that must be compared, earliest first: never compared, or not since they
 * reached one of the ages in days; at most the greatest age ago.
 */
export async function listDueDays(
  db: Db,
  provider: string,
  { today, ages }: { today: IsoDate; ages: readonly number[] },
): Promise<IsoDate[]> {
  const { rows } = await sql<{ day: IsoDate }>`
    with first as (
      select ${dayOf('created_at')} as day from payments where provider = ${provider} order by id limit 1
    )
    select d.day::date as day
    from first, generate_series(greatest(first.day, ${today}::date - ${Math.max(...ages)}::int), ${today}::date - 1, interval '1 day') as d (day)
      left join reconciliations r on r.provider = ${provider} and r.day = d.day
    where r.finished_at is null or exists (
      select from unnest(${ages}::int[]) age
      where d.day::date + age <= ${today}::date and ${dayOf('r.started_at')} < d.day::date + age
    )
    order by d.day`.execute(db)
  return rows.map(({ day }) => day)
}

/** Deletes the results of an earlier comparison of the day. */
export async function startDay(tx: Tx, provider: string, day: IsoDate, at: Date) {
  await tx.deleteFrom('reconciliations').where('provider', '=', provider).where('day', '=', day).execute()
  return tx
    .insertInto('reconciliations')
    .values({ provider, day, started_at: at })
    .returning(['started_at', 'cursor'])
    .executeTakeFirstOrThrow()
}

export const findDay = (db: Db, provider: string, day: IsoDate) =>
  db
    .selectFrom('reconciliations')
    .where('provider', '=', provider)
    .where('day', '=', day)
    .select(['started_at', 'finished_at', 'cursor', 'charges', 'repaired'])
    .executeTakeFirst()

/** Finds payments by charge or, before their charge is stored, by our reference. */
export const listPaymentsOf = (db: Db, provider: string, charges: readonly Charge[]) =>
  db
    .selectFrom('payments')
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([
        eb('charge_id', '=', sql<string>`any (${charges.map(({ id }) => id)}::text[])`),
        eb(
          'external_reference',
          '=',
          sql<string>`any (${charges.map((one) => one.externalReference)}::text[])`,
        ),
      ]),
    )
    .select(['id', 'charge_id', 'external_reference', 'status', CHARGED])
    .execute()

/** What the references of this installation's charges begin with. */
export async function getChargePrefix(db: Db): Promise<string> {
  const { rows } = await sql<{ prefix: string }>`select charge_prefix() as prefix`.execute(db)
  const [row] = rows
  if (!row?.prefix) throw new Error('the installation has no id')
  return row.prefix
}

/** Payments of the day whose charge the gateway did not list. The charges of ended payments are deleted there. */
export const listUnlisted = (
  db: Db,
  provider: string,
  day: IsoDate,
  { startedAt, limit }: { startedAt: Date; limit: number },
) =>
  db
    .selectFrom('payments')
    .where('provider', '=', provider)
    .where(createdOn(day))
    .where('charge_id', 'is not', null)
    .where('status', 'not in', [failed, cancelled, expired])
    .where((eb) => eb.or([eb('checked_at', 'is', null), eb('checked_at', '<', startedAt)]))
    .orderBy('id')
    .limit(limit)
    .select(['id', 'charge_id', 'external_reference', 'status', CHARGED])
    .$narrowType<{ charge_id: string }>()
    .execute()

/** Marks payments as compared, and stores the gateway's fee for each. */
export async function markCompared(
  db: Db,
  provider: string,
  charges: readonly Pick<Charge, 'id' | 'feeCents'>[],
  at: Date,
): Promise<void> {
  await sql`
    update payments p set checked_at = ${at}, gateway_fee_cents = coalesce(c.fee, p.gateway_fee_cents)
    from unnest(${charges.map(({ id }) => id)}::text[], ${charges.map(({ feeCents }) => feeCents)}::int[]) as c (id, fee)
    where p.provider = ${provider} and p.charge_id = c.id`.execute(db)
}

export interface Difference {
  kind: keyof typeof DIFFERENCES
  chargeId: string
  paymentId: number | null
  status: number | null
  amountCents: number | null
}

/** Adds the results of the page at `cursor`, unless another process already did. */
export async function recordPage(
  tx: Tx,
  { provider, day, cursor }: { provider: string; day: IsoDate; cursor: number },
  page: {
    charges: number
    repaired: number
    differences: readonly Difference[]
    next: number | null
    at: Date
  },
): Promise<void> {
  const recorded = await tx
    .updateTable('reconciliations')
    .set((eb) => ({
      charges: eb('charges', '+', page.charges),
      repaired: eb('repaired', '+', page.repaired),
      ...(page.next === null ? { finished_at: page.at } : { cursor: page.next }),
    }))
    .where('provider', '=', provider)
    .where('day', '=', day)
    .where('cursor', '=', cursor)
    .where('finished_at', 'is', null)
    .executeTakeFirst()
  if (page.differences.length === 0 || recorded.numUpdatedRows === 0n) return
  await tx
    .insertInto('reconciliation_differences')
    .values(
      page.differences.map((one) => ({
        provider,
        day,
        kind: one.kind,
        charge_id: one.chargeId,
        payment_id: one.paymentId,
        status: one.status,
        amount_cents: one.amountCents,
      })),
    )
    .execute()
}

export const listDifferences = (db: Db, { from, to }: { from: IsoDate; to: IsoDate }) =>
  db
    .selectFrom('reconciliation_differences')
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('day')
    .orderBy('id')
    .select(['provider', 'day', 'kind', 'charge_id', 'payment_id', 'status', 'amount_cents'])
    .execute()

/** Differences of the days of the kind `lost_open`. */
export const listLostOpen = (db: Db, { from, to }: { from: IsoDate; to: IsoDate }) =>
  db
    .selectFrom('reconciliation_differences')
    .where('kind', '=', LOST_OPEN)
    .where('day', '>=', from)
    .where('day', '<=', to)
    .orderBy('id')
    .select(['id', 'provider', 'charge_id'])
    .execute()

const LOST_OPEN: Difference['kind'] = 'lost_open'

export const deleteDifference = (db: Db, id: number) =>
  db.deleteFrom('reconciliation_differences').where('id', '=', id).execute()

export const updateDifference = (
  db: Db,
  id: number,
  { kind, status, amountCents }: Pick<Difference, 'kind' | 'status' | 'amountCents'>,
) =>
  db
    .updateTable('reconciliation_differences')
    .set({ kind, status, amount_cents: amountCents })
    .where('id', '=', id)
    .execute()
