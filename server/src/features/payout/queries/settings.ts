import type { PixKeyType } from '#contract/payout/pix-key.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { Reserve } from '../domain/balance.ts'

/** Null when the enterprise has set none. */
export async function findReserve(db: Db, enterpriseId: number): Promise<Reserve | null> {
  const row = await db
    .selectFrom('payout_settings')
    .where('enterprise_id', '=', enterpriseId)
    .select(['reserve_bp as rate', 'reserve_days as days'])
    .executeTakeFirst()
  return row ?? null
}

export async function writeReserve(
  tx: Tx,
  enterpriseId: number,
  { rate, days }: Reserve,
  at: Date,
): Promise<void> {
  const row = { reserve_bp: rate, reserve_days: days, updated_at: at }
  await tx
    .insertInto('payout_settings')
    .values({ enterprise_id: enterpriseId, ...row })
    .onConflict((conflict) => conflict.column('enterprise_id').doUpdateSet(row))
    .execute()
}

async function writeOwn(
  tx: Tx,
  organizerId: number,
  row: {
    updated_at: Date
    reserve_bp?: number | null
    reserve_days?: number | null
    pix_key_type?: string
    pix_key?: string
  },
): Promise<void> {
  await tx
    .insertInto('organizer_payout_settings')
    .values({ organizer_id: organizerId, ...row })
    .onConflict((conflict) => conflict.column('organizer_id').doUpdateSet(row))
    .execute()
}

/** Null: the enterprise's holds. */
export const writeOwnReserve = (tx: Tx, organizerId: number, own: Reserve | null, at: Date): Promise<void> =>
  writeOwn(tx, organizerId, {
    reserve_bp: own?.rate ?? null,
    reserve_days: own?.days ?? null,
    updated_at: at,
  })

export const writeDestination = (
  tx: Tx,
  organizerId: number,
  { type, key }: { type: PixKeyType; key: string },
  at: Date,
): Promise<void> => writeOwn(tx, organizerId, { pix_key_type: type, pix_key: key, updated_at: at })
