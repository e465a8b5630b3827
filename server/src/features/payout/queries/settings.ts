import type { BasisPoints } from '#contract/money.ts'
import type { Destination } from '#contract/payout/destination.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Reserve } from '../domain/balance.ts'
import type { Scope } from './organizers.ts'

/** An organizer's wallet at the gateway, and how much of their share of a charge it receives. */
export interface Wallet {
  id: string
  share: BasisPoints
}

const reserve = (db: Db, enterpriseId: number) =>
  db
    .selectFrom('payout_settings')
    .where('enterprise_id', '=', enterpriseId)
    .select(['reserve_bp as rate', 'reserve_days as days'])

/** Null when the enterprise has set none. */
export const findReserve = async (db: Db, enterpriseId: number): Promise<Reserve | null> =>
  (await reserve(db, enterpriseId).executeTakeFirst()) ?? null

/** Like the function above, with the row locked. */
export const lockReserve = async (tx: Tx, enterpriseId: number): Promise<Reserve | null> =>
  (await reserve(tx, enterpriseId).forUpdate().executeTakeFirst()) ?? null

/** What holds for one organizer, with the row locked; undefined when nothing was set for it. */
export const lockOwn = (tx: Tx, organizerId: number) =>
  tx
    .selectFrom('organizer_payout_settings')
    .where('organizer_id', '=', organizerId)
    .select(['reserve_bp', 'reserve_days', 'wallet_id', 'split_bp'])
    .forUpdate()
    .executeTakeFirst()

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
    pix_key_type?: string | null
    pix_key?: string | null
    bank_account?: string | null
    wallet_id?: string | null
    split_bp?: number | null
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
  destination: Destination,
  at: Date,
): Promise<void> => writeOwn(tx, organizerId, { ...destinationColumns(destination), updated_at: at })

export const destinationColumns = ({ bank_account, ...pix }: Destination) => ({
  ...pix,
  bank_account: bank_account && JSON.stringify(bank_account),
})

/** Null: nothing is split any more. */
export const writeWallet = (tx: Tx, organizerId: number, wallet: Wallet | null, at: Date): Promise<void> =>
  writeOwn(tx, organizerId, {
    wallet_id: wallet?.id ?? null,
    split_bp: wallet?.share ?? null,
    updated_at: at,
  })

interface NewWalletChange {
  organizerId: number
  wallet: Wallet | null
  by: number
  at: Date
}

/** Takes the place of one that waits, under a new id: nobody approves another change than the one they saw. */
export async function replaceWalletChange(
  tx: Tx,
  { organizerId, wallet, by, at }: NewWalletChange,
): Promise<number> {
  // Of two requests at once the second waits here, and replaces the first.
  await tx.selectFrom('organizers').where('id', '=', organizerId).select('id').forNoKeyUpdate().execute()
  await tx.deleteFrom('wallet_changes').where('organizer_id', '=', organizerId).execute()
  const { id } = await tx
    .insertInto('wallet_changes')
    .values({
      organizer_id: organizerId,
      wallet_id: wallet?.id ?? null,
      split_bp: wallet?.share ?? null,
      requested_by_user_id: by,
      requested_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** With the row locked. Throws 404 when it was decided or replaced, or is outside of the scope. */
export async function lockWalletChange(tx: Tx, scope: Scope, id: number) {
  const row = await tx
    .selectFrom('wallet_changes')
    .innerJoin('organizers', 'organizers.id', 'wallet_changes.organizer_id')
    .where(scope)
    .where('wallet_changes.id', '=', id)
    .selectAll('wallet_changes')
    .select('organizers.user_id as owner_user_id')
    .forUpdate('wallet_changes')
    .executeTakeFirst()
  if (!row)
    throw new AppError('not_found', {
      message: 'Este pedido já foi decidido, ou outro tomou o lugar dele. Recarregue a página.',
    })
  return row
}

/** Null when it was decided or replaced meanwhile. */
export const findWalletChange = async (db: Db, id: number) =>
  (await db
    .selectFrom('wallet_changes')
    .innerJoin('organizers', 'organizers.id', 'wallet_changes.organizer_id')
    .where('wallet_changes.id', '=', id)
    .select(['organizers.fantasy_name as organizer'])
    .executeTakeFirst()) ?? null

export async function deleteWalletChange(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('wallet_changes').where('id', '=', id).execute()
}
