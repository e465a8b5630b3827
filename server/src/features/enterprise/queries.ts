import type { Selectable } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'
import type { FeeSettings } from '#server/lib/db-types.ts'

const AMOUNTS = ['min_fee_free_cents', 'min_fee_paid_cents', 'setup_fee_cents', 'max_fee_bp'] as const
/** Amounts in cents, the rate in basis points. */
export type FeeSettingsRow = Pick<Selectable<FeeSettings>, (typeof AMOUNTS)[number]>

/** Null while the enterprise has set none. */
export async function findFeeSettings(db: Db, enterpriseId: number): Promise<FeeSettingsRow | null> {
  return (await feeSettings(db, enterpriseId).executeTakeFirst()) ?? null
}

/** The same, and nobody else changes them before this transaction ends. */
export async function lockFeeSettings(tx: Tx, enterpriseId: number): Promise<FeeSettingsRow | null> {
  return (await feeSettings(tx, enterpriseId).forUpdate().executeTakeFirst()) ?? null
}

const feeSettings = (db: Db, enterpriseId: number) =>
  db.selectFrom('fee_settings').select(AMOUNTS).where('enterprise_id', '=', enterpriseId)

export async function writeFeeSettings(
  tx: Tx,
  enterpriseId: number,
  settings: FeeSettingsRow,
  at: Date,
): Promise<void> {
  const row = { ...settings, updated_at: at }
  await tx
    .insertInto('fee_settings')
    .values({ enterprise_id: enterpriseId, ...row })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(row))
    .execute()
}
