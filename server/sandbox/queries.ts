import { type Insertable, sql, type Updateable } from 'kysely'
import { addDays, type IsoDate, instantIn } from '#contract/dates.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import type { Db, Row, Tx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import type { ChargeStatus, Method, RefundStatus } from './protocol.ts'

interface ChargeTypes {
  method: Method
  status: ChargeStatus
}
export type SandboxCharge = Row<'sandbox.charges'> & ChargeTypes
export type SandboxRefund = Row<'sandbox.refunds'> & { status: RefundStatus }

const selectCharges = (db: Db) => db.selectFrom('sandbox.charges').selectAll().$narrowType<ChargeTypes>()

export const insertCharge = (db: Db, charge: Insertable<DB['sandbox.charges']> & ChargeTypes) =>
  db
    .insertInto('sandbox.charges')
    .values(charge)
    .returningAll()
    .$narrowType<ChargeTypes>()
    .executeTakeFirstOrThrow()

export const findCharge = (db: Db, id: string) => selectCharges(db).where('id', '=', id).executeTakeFirst()

export const lockCharge = (tx: Tx, id: string) =>
  selectCharges(tx).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()

/** Charges created on this day in São Paulo, the earliest first. */
export const listChargesOf = (db: Db, day: IsoDate, { offset, limit }: { offset: number; limit: number }) =>
  selectCharges(db)
    .where('created_at', '>=', instantIn(BANK_ZONE, day, '00:00'))
    .where('created_at', '<', instantIn(BANK_ZONE, addDays(day, 1), '00:00'))
    .orderBy('number')
    .offset(offset)
    .limit(limit)
    .execute()

/** Charges that nobody has paid or cancelled, created on this day or later. */
export const listOpenSince = (db: Db, day: IsoDate, { offset, limit }: { offset: number; limit: number }) =>
  selectCharges(db)
    .where('status', '=', 'PENDING')
    .where('created_at', '>=', instantIn(BANK_ZONE, day, '00:00'))
    .orderBy('number')
    .offset(offset)
    .limit(limit)
    .execute()

/** Charges in an open dispute. */
export const listDisputed = (db: Db, { offset, limit }: { offset: number; limit: number }) =>
  selectCharges(db).where('status', '=', 'DISPUTED').orderBy('number').offset(offset).limit(limit).execute()

/** Newest first. */
export const listCharges = (db: Db, externalReference: string) =>
  selectCharges(db)
    .where('external_reference', '=', externalReference)
    .orderBy('number', 'desc')
    .limit(10)
    .execute()

type ChargeChanges = Updateable<DB['sandbox.charges']> & { status?: ChargeStatus; updated_at: Date }

export const updateCharge = (tx: Tx, id: string, changes: ChargeChanges) =>
  tx.updateTable('sandbox.charges').set(changes).where('id', '=', id).execute()

export async function insertDelivery(
  tx: Tx,
  delivery: Insertable<DB['sandbox.deliveries']>,
): Promise<number> {
  const { id } = await tx
    .insertInto('sandbox.deliveries')
    .values(delivery)
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const findUndelivered = (db: Db, id: number) =>
  db
    .selectFrom('sandbox.deliveries')
    .where('id', '=', id)
    .where('delivered_at', 'is', null)
    .select('body')
    .executeTakeFirst()

export const markDelivered = (db: Db, id: number, at: Date) =>
  db.updateTable('sandbox.deliveries').set({ delivered_at: at }).where('id', '=', id).execute()

const selectRefunds = (db: Db) =>
  db.selectFrom('sandbox.refunds').selectAll().$narrowType<{ status: RefundStatus }>()

/** Oldest first. */
export const listRefunds = (db: Db, chargeId: string) =>
  selectRefunds(db).where('charge_id', '=', chargeId).orderBy('created_at').orderBy('id').execute()

export const findRefund = (db: Db, id: string) => selectRefunds(db).where('id', '=', id).executeTakeFirst()

export const insertRefund = (tx: Tx, refund: SandboxRefund) =>
  tx.insertInto('sandbox.refunds').values(refund).execute()

export const updateRefund = (tx: Tx, id: string, changes: { status: RefundStatus; done_at: Date | null }) =>
  tx.updateTable('sandbox.refunds').set(changes).where('id', '=', id).execute()

/** Takes an amount from the gateway's account; false when it holds less. */
export async function takeFromBalance(tx: Tx, amountCents: number): Promise<boolean> {
  const taken = await tx
    .updateTable('sandbox.account')
    .set({ balance_cents: sql<number>`balance_cents - ${amountCents}` })
    .where((eb) => eb.or([eb('balance_cents', 'is', null), eb('balance_cents', '>=', amountCents)]))
    .returning('id')
    .execute()
  return taken.length > 0
}
