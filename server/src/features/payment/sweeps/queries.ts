import { sql } from 'kysely'
import type { IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'

const { pending, overdue, refused, rejected, awaiting, failed, cancelled } = PAYMENT_STATUS
const expiredStatus = PAYMENT_STATUS.expired
const BOLETO = 1

/** Due days up to which a payment is over: its grace ended before today. */
export interface ExpiryCutoffs {
  /** Of places held for hours. */
  now: Date
  charged: IsoDate
  boleto: IsoDate
  uncharged: IsoDate
}

/** Spelt out: a partial index serves a statement only when its plan sees which statuses are asked for. */
const oneOf = (statuses: readonly number[]) => sql<boolean>`status in (${sql.join(statuses.map(sql.lit))})`
const lastLooked = sql<Date>`coalesce(checked_at, created_at)`

/** Payments whose grace is over. Those in analysis wait for the gateway. */
const expired = (db: Db, cutoffs: ExpiryCutoffs) =>
  db
    .selectFrom('payments')
    .where(oneOf([pending, overdue, refused, rejected, failed]))
    // The latest of them, for the indexes.
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

/** The longest not looked at first: what fails goes to the end of the line. `tried`: the gateway may have a charge. */
export const listExpired = async (
  db: Db,
  cutoffs: ExpiryCutoffs,
  { tried, limit }: { tried: boolean; limit: number },
): Promise<number[]> =>
  ids(
    await expired(db, cutoffs)
      .where(wasTried, '=', tried)
      .orderBy(lastLooked)
      .limit(limit)
      .select('id')
      .execute(),
  )

export const findExpired = (db: Db, paymentId: number, cutoffs: ExpiryCutoffs) =>
  expired(db, cutoffs)
    .where('id', '=', paymentId)
    .select(['status', 'charge_id', wasTried.as('was_tried')])
    .executeTakeFirst()

/** Charges past due that are not yet called so. */
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

/** Open charges that nobody looked at since `before`, the longest forgotten first. */
export const listUnchecked = (db: Db, before: Date, limit: number) =>
  db
    .selectFrom('payments')
    .where(oneOf([pending, overdue, refused, rejected, awaiting]))
    .where('charge_id', 'is not', null)
    .where(lastLooked, '<', before)
    .orderBy(lastLooked)
    .limit(limit)
    .select(['id', 'charge_id', 'external_reference'])
    .$narrowType<{ charge_id: string }>()
    .execute()

/** Payments that are over and may have something left at the gateway that can be paid. */
export const listUnclosed = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('payments')
      .where(oneOf([cancelled, expiredStatus]))
      .where('charge_closed_at', 'is', null)
      .where(lastLooked, '<', before)
      .orderBy(lastLooked)
      .limit(limit)
      .select('id')
      .execute(),
  )

/** Pending payments without a charge: their job has run out of tries, or waits long for the next. */
export const listUncharged = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('payments')
      .where(oneOf([pending]))
      .where('charge_id', 'is', null)
      .where(lastLooked, '<', before)
      .orderBy(lastLooked)
      .limit(limit)
      .select('id')
      .execute(),
  )

/** Takes a look at a payment upon oneself; false when somebody else has looked since `before`. */
export async function takeLook(
  db: Db,
  paymentId: number,
  { before, at }: { before: Date; at: Date },
): Promise<boolean> {
  const taken = await db
    .updateTable('payments')
    .set({ checked_at: at })
    .where('id', '=', paymentId)
    .where(lastLooked, '<', before)
    .returning('id')
    .executeTakeFirst()
  return taken !== undefined
}

export async function markChecked(db: Db, paymentId: number, at: Date): Promise<void> {
  await db.updateTable('payments').set({ checked_at: at }).where('id', '=', paymentId).execute()
}

const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
