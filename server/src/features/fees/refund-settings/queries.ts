import { sql } from 'kysely'
import { DEFAULT_CHOICE_DAYS } from '#contract/payment/refund.ts'
import { DEFAULT_WITHDRAWAL, type WithdrawalRule } from '#contract/registration/withdrawal.ts'
import type { Db, Tx } from '#server/lib/db.ts'

export interface RefundSettings {
  withdrawal_days: number
  withdrawal_ends_days_before: number
  approval_from_cents: number | null
  choice_days: number
}

const DEFAULTS: RefundSettings = {
  withdrawal_days: DEFAULT_WITHDRAWAL.days,
  withdrawal_ends_days_before: DEFAULT_WITHDRAWAL.endsDaysBefore,
  approval_from_cents: null,
  choice_days: DEFAULT_CHOICE_DAYS,
}

/** Columns of an enterprise's settings `w`, with defaults. */
export const withdrawalColumns = [
  sql<number>`coalesce(w.withdrawal_days, ${DEFAULTS.withdrawal_days})`.as('withdrawal_days'),
  sql<number>`coalesce(w.withdrawal_ends_days_before, ${DEFAULTS.withdrawal_ends_days_before})`.as(
    'withdrawal_ends_days_before',
  ),
] as const

const settings = (db: Db, enterpriseId: number) =>
  db
    .selectFrom('refund_settings')
    .where('enterprise_id', '=', enterpriseId)
    .select(['withdrawal_days', 'withdrawal_ends_days_before', 'approval_from_cents', 'choice_days'])

export const getRefundSettings = async (db: Db, enterpriseId: number): Promise<RefundSettings> =>
  (await settings(db, enterpriseId).executeTakeFirst()) ?? DEFAULTS

export const lockRefundSettings = async (tx: Tx, enterpriseId: number): Promise<RefundSettings> =>
  (await settings(tx, enterpriseId).forUpdate().executeTakeFirst()) ?? DEFAULTS

export async function writeRefundSettings(
  tx: Tx,
  enterpriseId: number,
  changed: RefundSettings,
  at: Date,
): Promise<void> {
  const row = { ...changed, updated_at: at }
  await tx
    .insertInto('refund_settings')
    .values({ enterprise_id: enterpriseId, ...row })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(row))
    .execute()
}

export const withdrawalRule = (
  stored: Pick<RefundSettings, 'withdrawal_days' | 'withdrawal_ends_days_before'>,
): WithdrawalRule => ({
  days: stored.withdrawal_days,
  endsDaysBefore: stored.withdrawal_ends_days_before,
})
