import { sql } from 'kysely'
import { DEFAULT_INSTALLMENT_RATES, type InstallmentRates } from '#contract/pricing/installments.ts'
import type { Db, Tx } from '#server/lib/db.ts'

/** SQL: the rates of the enterprise of event `e`, in basis points. */
export const installmentRates = sql<number[]>`coalesce(
  (select rates_bp from installment_settings s where s.enterprise_id = e.enterprise_id),
  ${sql.lit(`{${DEFAULT_INSTALLMENT_RATES.join()}}`)}::int[])`.as('installment_rates')

const rates = (db: Db, enterpriseId: number) =>
  db.selectFrom('installment_settings').where('enterprise_id', '=', enterpriseId).select('rates_bp')

export const getInstallmentRates = async (db: Db, enterpriseId: number): Promise<InstallmentRates> =>
  (await rates(db, enterpriseId).executeTakeFirst())?.rates_bp ?? DEFAULT_INSTALLMENT_RATES

export const lockInstallmentRates = async (tx: Tx, enterpriseId: number): Promise<InstallmentRates> =>
  (await rates(tx, enterpriseId).forUpdate().executeTakeFirst())?.rates_bp ?? DEFAULT_INSTALLMENT_RATES

export async function writeInstallmentRates(
  tx: Tx,
  enterpriseId: number,
  changed: InstallmentRates,
  at: Date,
): Promise<void> {
  const row = { rates_bp: [...changed], updated_at: at }
  await tx
    .insertInto('installment_settings')
    .values({ enterprise_id: enterpriseId, ...row })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(row))
    .execute()
}
