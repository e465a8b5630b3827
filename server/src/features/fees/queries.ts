import type { FeeAmounts } from '#contract/fees/fee-bounds.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { effectiveFees, type OwnFees } from './domain/fees.ts'

const AMOUNTS = ['min_fee_free_cents', 'min_fee_paid_cents', 'setup_fee_cents', 'max_fee_bp'] as const

export const findFeeSettings = async (db: Db, enterpriseId: number): Promise<FeeAmounts | null> =>
  (await feeSettings(db, enterpriseId).executeTakeFirst()) ?? null

export const lockFeeSettings = async (tx: Tx, enterpriseId: number): Promise<FeeAmounts | null> =>
  (await feeSettings(tx, enterpriseId).forUpdate().executeTakeFirst()) ?? null

const feeSettings = (db: Db, enterpriseId: number) =>
  db.selectFrom('fee_settings').select(AMOUNTS).where('enterprise_id', '=', enterpriseId)

export async function writeFeeSettings(
  tx: Tx,
  enterpriseId: number,
  settings: FeeAmounts,
  at: Date,
): Promise<void> {
  const row = { ...settings, updated_at: at }
  await tx
    .insertInto('fee_settings')
    .values({ enterprise_id: enterpriseId, ...row })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(row))
    .execute()
}

/** The enterprise's fees, which bound the organizer's. */
export async function findBoundsOf(db: Db, organizerId: number): Promise<FeeAmounts | null> {
  const row = await db
    .selectFrom('fee_settings')
    .innerJoin('organizers', 'organizers.enterprise_id', 'fee_settings.enterprise_id')
    .select(AMOUNTS)
    .where('organizers.id', '=', organizerId)
    .executeTakeFirst()
  return row ?? null
}

export const findOwnFees = async (db: Db, organizerId: number): Promise<OwnFees | null> =>
  (await ownFees(db, organizerId).executeTakeFirst()) ?? null

export const lockOwnFees = async (tx: Tx, organizerId: number): Promise<OwnFees | null> =>
  (await ownFees(tx, organizerId).forUpdate().executeTakeFirst()) ?? null

const ownFees = (db: Db, organizerId: number) =>
  db.selectFrom('organizer_fee_settings').select(AMOUNTS).where('organizer_id', '=', organizerId)

export async function writeOwnFees(tx: Tx, organizerId: number, own: OwnFees, at: Date): Promise<void> {
  const row = { ...own, updated_at: at }
  await tx
    .insertInto('organizer_fee_settings')
    .values({ organizer_id: organizerId, ...row })
    .onConflict((conflict) => conflict.column('organizer_id').doUpdateSet(row))
    .execute()
}

export const findEffectiveFees = async (
  db: Db,
  { organizerId, enterpriseId }: { organizerId: number; enterpriseId: number },
): Promise<FeeAmounts | null> =>
  effectiveFees(await findFeeSettings(db, enterpriseId), await findOwnFees(db, organizerId))
