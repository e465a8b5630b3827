import type { IsoDate } from '#contract/dates.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db, Tx } from '#server/lib/db.ts'

const { pending, overdue, refused, rejected, awaiting, failed } = PAYMENT_STATUS
const OPEN = [pending, overdue, refused, rejected, awaiting]
const BOLETO = 1

/** Due days up to which a payment is over: its grace ended before today. */
export interface ExpiryCutoffs {
  /** Of places held for hours. */
  now: Date
  charged: IsoDate
  boleto: IsoDate
  uncharged: IsoDate
}

/** Payments whose grace is over. Those in analysis wait for the gateway. */
const expired = (db: Db, cutoffs: ExpiryCutoffs) =>
  db
    .selectFrom('payments')
    .where('status', 'in', [pending, overdue, refused, rejected, failed])
    .where((eb) => {
      const charged = eb('charge_id', 'is not', null)
      return eb.or([
        eb.and([eb('charge_id', 'is', null), eb('due_on', '<=', cutoffs.uncharged)]),
        eb.and([charged, eb('expires_at', '<=', cutoffs.now)]),
        eb.and([charged, eb('type', '<>', BOLETO), eb('due_on', '<=', cutoffs.charged)]),
        eb.and([charged, eb('type', '=', BOLETO), eb('due_on', '<=', cutoffs.boleto)]),
      ])
    })

/** The longest overdue first. */
export const listExpired = async (db: Db, cutoffs: ExpiryCutoffs, limit: number): Promise<number[]> =>
  ids(await expired(db, cutoffs).orderBy('due_on').limit(limit).select('id').execute())

export const findExpired = (db: Db, paymentId: number, cutoffs: ExpiryCutoffs) =>
  expired(db, cutoffs).where('id', '=', paymentId).select(['status', 'charge_id']).executeTakeFirst()

/** The same under the payment's lock. */
export const lockExpired = (tx: Tx, paymentId: number, cutoffs: ExpiryCutoffs) =>
  expired(tx, cutoffs)
    .where('id', '=', paymentId)
    .select(['status', 'charge_id'])
    .forNoKeyUpdate()
    .executeTakeFirst()

/** Charges past due that are not yet called so. */
export const listOverdue = async (db: Db, now: Date, today: IsoDate, limit: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('payments')
      .where('status', 'in', [pending, refused, rejected])
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
    .where('status', 'in', OPEN)
    .where('charge_id', 'is not', null)
    .where((eb) => eb(eb.fn.coalesce('checked_at', 'created_at'), '<', before))
    .orderBy((eb) => eb.fn.coalesce('checked_at', 'created_at'))
    .limit(limit)
    .select(['id', 'charge_id'])
    .$narrowType<{ charge_id: string }>()
    .execute()

/** Pending payments that have had no charge since `before`: their job ran out of tries. */
export const listUncharged = async (db: Db, before: Date, limit: number): Promise<number[]> =>
  ids(
    await db
      .selectFrom('payments')
      .where('status', '=', pending)
      .where('charge_id', 'is', null)
      .where('created_at', '<', before)
      .orderBy('id')
      .limit(limit)
      .select('id')
      .execute(),
  )

export async function markChecked(db: Db, paymentId: number, at: Date): Promise<void> {
  await db.updateTable('payments').set({ checked_at: at }).where('id', '=', paymentId).execute()
}

const ids = (rows: { id: number }[]) => rows.map((row) => row.id)
