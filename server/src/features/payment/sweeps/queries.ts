import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'

const { pending, overdue, refused, rejected, awaiting, failed, cancelled } = PAYMENT_STATUS
const expiredStatus = PAYMENT_STATUS.expired
const BOLETO = 1

/** The latest due dates whose grace ended before today, by kind of payment. */
export interface ExpiryCutoffs {
  /** Compared with `expires_at`. */
  now: Date
  charged: IsoDate
  boleto: IsoDate
  uncharged: IsoDate
}

/** Literals, not parameters: the planner uses a partial index only when it sees the statuses. */
const oneOf = (statuses: readonly number[]) => sql<boolean>`status in (${sql.join(statuses.map(sql.lit))})`
const lastChecked = sql<Date>`coalesce(checked_at, created_at)`

/** Payments whose grace is over. Payments in analysis (11) do not expire. */
const expired = (db: Db, cutoffs: ExpiryCutoffs) =>
  db
    .selectFrom('payments')
    .where(oneOf([pending, overdue, refused, rejected, failed]))
    // Implied by what follows; makes the indexes usable.
    .where((eb) => eb.or([eb('due_on', '<=', cutoffs.charged), eb('expires_at', '<=', cutoffs.now)]))
    .where((eb) => {
      const charged = eb('charge_id', 'is not', null)
      return eb.or([
        eb.and([eb('charge_id', 'is', null), eb('due_on', '<=', cutoffs.uncharged)]),
        eb.and([charged, eb('expires_at', '<=', cutoffs.now)]),
        eb.and([charged, eb('type', '<>', BOLETO), eb('due_on', '<=', cutoffs.charged)]),
        eb.and([charged, eb('type', '=', BOLETO), eb('due_on', '<=', cutoffs.boleto)]),
      ])
    })

const wasTried = sql<boolean>`(charge_id is not null or charge_claimed_until is not null)`

/** Least recently checked first: a payment that fails is retried last. `tried`: the gateway may have a charge. */
export const listExpired = async (
  db: Db,
  cutoffs: ExpiryCutoffs,
  { tried, limit }: { tried: boolean; limit: number },
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

/** Charges past due that are not overdue (4) yet. */
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

/** Open charges not checked since `before`, the least recently checked first. */
export const listUnchecked = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('payments')
    .where(oneOf([pending, overdue, refused, rejected, awaiting]))
    .where('charge_id', 'is not', null)
    .where(lastChecked, '<', before)
    .orderBy(lastChecked)
    .limit(limit)
    .select(['id', 'provider', 'charge_id', 'external_reference'])
    .$narrowType<{ charge_id: string }>()
    .execute()

/** Ended payments that may still have a payable charge at the gateway. */
export const listUnclosed = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('payments')
      .where(oneOf([cancelled, expiredStatus]))
      .where('charge_closed_at', 'is', null)
      .where(lastChecked, '<', before)
      .orderBy(lastChecked)
      .limit(limit)
      .select('id')
      .execute(),
  )

/** Pending payments without a charge: their job ran out of attempts, or its next attempt is far away. */
export const listUncharged = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('payments')
      .where(oneOf([pending]))
      .where('charge_id', 'is', null)
      .where(lastChecked, '<', before)
      .orderBy(lastChecked)
      .limit(limit)
      .select('id')
      .execute(),
  )

/** Marks a payment as checked; false when another sweep has checked it since `before`. */
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

export async function markChecked(db: Db, paymentId: number, at: Date): Promise<void> {
  await db.updateTable('payments').set({ checked_at: at }).where('id', '=', paymentId).execute()
}

const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
