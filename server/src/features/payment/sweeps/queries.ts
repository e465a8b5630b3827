import { sql } from 'kysely'
import { type IsoDate, instantIn } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import { PAYMENT_TYPE } from '#contract/payment/payment-types.ts'
import type { Db } from '#server/lib/db.ts'
import { BANK_ZONE } from '../domain/due-date.ts'
import type { Charge } from '../gateways/gateway.ts'

const { pending, overdue, refused, rejected, awaiting, failed, cancelled, reversed } = PAYMENT_STATUS
const expiredStatus = PAYMENT_STATUS.expired

/** The latest due dates whose grace ended before today. */
export interface ExpiryCutoffs {
  /** Compared with `expires_at`. */
  now: Date
  charged: IsoDate
  boleto: IsoDate
  uncharged: IsoDate
}

/** Literals instead of parameters: the planner uses a partial index only when it sees the statuses. */
const oneOf = (statuses: readonly number[]) => sql<boolean>`status in (${sql.join(statuses.map(sql.lit))})`
const lastChecked = sql<Date>`coalesce(checked_at, created_at)`

/** Payments in analysis (11) do not expire. */
const expired = (db: Db, cutoffs: ExpiryCutoffs) =>
  db
    .selectFrom('payments')
    .where(oneOf([pending, overdue, refused, rejected, failed]))
    // Implied by the conditions below; makes the indexes usable.
    .where((eb) => eb.or([eb('due_on', '<=', cutoffs.charged), eb('expires_at', '<=', cutoffs.now)]))
    .where((eb) => {
      const charged = eb('charge_id', 'is not', null)
      return eb.or([
        eb.and([eb('charge_id', 'is', null), eb('due_on', '<=', cutoffs.uncharged)]),
        eb.and([charged, eb('expires_at', '<=', cutoffs.now)]),
        eb.and([charged, eb('type', '<>', PAYMENT_TYPE.boleto), eb('due_on', '<=', cutoffs.charged)]),
        eb.and([charged, eb('type', '=', PAYMENT_TYPE.boleto), eb('due_on', '<=', cutoffs.boleto)]),
      ])
    })

const wasTried = sql<boolean>`(charge_id is not null or charge_claimed_until is not null)`

/**
 * Least recently checked first, so that a failing one is retried last. `tried`: the gateway may have a
 * charge.
 */
export const listExpired = async (
  db: Db,
  cutoffs: ExpiryCutoffs,
  tried: boolean,
  limit: number,
): Promise<number[]> =>
  ids(
    await expired(db, cutoffs)
      .where(wasTried, '=', tried)
      .orderBy(lastChecked)
      .limit(limit)
      .select('id')
      .execute(),
  )

export const findExpired = (db: Db, paymentId: number, cutoffs: ExpiryCutoffs) =>
  expired(db, cutoffs)
    .where('id', '=', paymentId)
    .select(['status', 'charge_id', wasTried.as('was_tried')])
    .executeTakeFirst()

export const listOverdue = async (db: Db, now: Date, today: IsoDate, limit: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('payments')
      .where(oneOf([pending, refused, rejected]))
      .where('charge_id', 'is not', null)
      .where((eb) => eb.or([eb('due_on', '<', today), eb('expires_at', '<=', now)]))
      .orderBy('due_on')
      .limit(limit)
      .select('id')
      .execute(),
  )

/** How often payments and refunds are checked: recent ones more often. */
export interface CheckAges {
  /** Recent ones are checked if they were last checked before this instant. */
  before: Date
  /** Payments and refunds created after this instant are recent. */
  recentSince: Date
  /** The others are checked if they were last checked before this instant. */
  olderBefore: Date
}

/** Payments in these statuses that were not checked since `before`, least recently checked first. */
const unchecked = (db: Db, statuses: readonly number[], before: Date, limit: number) =>
  db
    .selectFrom('payments')
    .where(oneOf(statuses))
    .where(lastChecked, '<', before)
    .orderBy(lastChecked)
    .limit(limit)

/** Open charges that are due for a check. */
export const listUnchecked = (db: Db, { before, recentSince, olderBefore }: CheckAges, limit: number) =>
  unchecked(db, [pending, overdue, refused, rejected, awaiting], before, limit)
    .where('charge_id', 'is not', null)
    .where((eb) => eb.or([eb('created_at', '>', recentSince), eb(lastChecked, '<', olderBefore)]))
    .select(['id', 'provider', 'status', 'charge_id', 'external_reference', 'created_at'])
    .$narrowType<{ charge_id: string }>()
    .execute()

/** Ended payments that may still have a payable charge at the gateway. */
export const listUnclosed = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  ids(
    await unchecked(db, [cancelled, expiredStatus], before, limit)
      .where('charge_closed_at', 'is', null)
      .select('id')
      .execute(),
  )

/** Payments without a charge, whose job ran out of attempts or waits long for its next one. */
export const listUncharged = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  ids(await unchecked(db, [pending], before, limit).where('charge_id', 'is', null).select('id').execute())

/** Returns false when another sweep has checked it since `before`. */
export async function claimCheck(
  db: Db,
  paymentId: number,
  { before, at }: { before: Date; at: Date },
): Promise<boolean> {
  const claimed = await db
    .updateTable('payments')
    .set({ checked_at: at })
    .where('id', '=', paymentId)
    .where(lastChecked, '<', before)
    .returning('id')
    .executeTakeFirst()
  return claimed !== undefined
}

export async function markChecked(db: Db, paymentIds: readonly number[], at: Date): Promise<void> {
  await sql`update payments set checked_at = ${at} where id = any (${paymentIds}::bigint[])`.execute(db)
}

/** Payments with an open charge that were created on this day in São Paulo or later. */
export async function countOpenSince(db: Db, provider: string, day: IsoDate): Promise<number> {
  const { count } = await db
    .selectFrom('payments')
    .where(oneOf([pending, overdue]))
    .where('charge_id', 'is not', null)
    .where('provider', '=', provider)
    .where('created_at', '>=', instantIn(BANK_ZONE, day, '00:00'))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Marks the open payments of these open charges as checked and returns them. */
export async function markListed(
  db: Db,
  provider: string,
  charges: readonly Charge[],
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with listed as (
      select p.id
      from payments p join unnest(
        ${charges.map(({ id }) => id)}::text[], ${charges.map((one) => one.externalReference)}::text[],
        ${charges.map(({ amountCents }) => amountCents)}::int[]
      ) as charge (id, reference, amount) on p.charge_id = charge.id and p.external_reference = charge.reference
      where p.provider = ${provider} and p.amount_cents + p.interest_cents = charge.amount and ${oneOf([pending, overdue])}
      -- In a fixed order, and without waiting for payments that are changing.
      order by p.id for no key update of p skip locked
    )
    update payments set checked_at = ${at} from listed where payments.id = listed.id
    returning payments.id`.execute(db)
  return ids(rows)
}

/**
 * Payments whose state differs from that of these disputed charges; and payments that are in dispute, or have
 * a state that could not be applied, although their charge is not disputed any more.
 */
export async function listToCompare(
  db: Db,
  provider: string,
  disputed: readonly Pick<Charge, 'id' | 'status'>[],
): Promise<{ id: number; charge_id: string }[]> {
  const [chargeIds, statuses] = [disputed.map(({ id }) => id), disputed.map(({ status }) => status)]
  const { rows } = await sql<{ id: number; charge_id: string }>`
    select p.id, p.charge_id
    from payments p join unnest(${chargeIds}::text[], ${statuses}::int[]) as charge (id, status) on p.charge_id = charge.id
    where p.provider = ${provider} and charge.status not in (p.status, coalesce(p.refused_status, -1))
    union
    select p.id, p.charge_id
    from payments p
    where p.provider = ${provider} and p.charge_id <> all (${chargeIds}::text[])
      and (p.status = ${sql.lit(reversed)} or p.refused_status is not null)
      -- A lost dispute stays.
      and not exists (
        select from payment_events l
        where l.payment_id = p.id and l.applied and l.from_status = ${reversed} and l.to_status = ${reversed}
      )
    order by id`.execute(db)
  return rows
}

const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
