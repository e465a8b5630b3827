import type { Insertable } from 'kysely'
import type { BasisPoints } from '#contract/money.ts'
import type { Destination } from '#contract/payout/destination.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { OrganizerPayoutSettings } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Reserve } from '../domain/balance.ts'
import type { Scope } from './organizers.ts'

/** `share`: the part of the organizer's share of each charge that goes to its wallet. */
export interface Wallet {
  id: string
  share: BasisPoints
}

const reserve = (db: Db, enterpriseId: number) =>
  db
    .selectFrom('payout_settings')
    .where('enterprise_id', '=', enterpriseId)
    .select(['reserve_bp as rate', 'reserve_days as days'])

export const findReserve = async (db: Db, enterpriseId: number): Promise<Reserve | null> =>
  (await reserve(db, enterpriseId).executeTakeFirst()) ?? null

export const lockReserve = async (tx: Tx, enterpriseId: number): Promise<Reserve | null> =>
  (await reserve(tx, enterpriseId).forUpdate().executeTakeFirst()) ?? null

/** With the row locked. */
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
  row: Omit<Insertable<OrganizerPayoutSettings>, 'organizer_id'>,
): Promise<void> {
  await tx
    .insertInto('organizer_payout_settings')
    .values({ organizer_id: organizerId, ...row })
    .onConflict((conflict) => conflict.column('organizer_id').doUpdateSet(row))
    .execute()
}

/** Null: the enterprise's reserve applies. */
export const writeOwnReserve = (tx: Tx, organizerId: number, own: Reserve | null, at: Date): Promise<void> =>
  writeOwn(tx, organizerId, {
    reserve_bp: own?.rate ?? null,
    reserve_days: own?.days ?? null,
    updated_at: at,
  })

interface NewDestination {
  destination: Destination
  previous: Destination | null
  /** Whether nobody needs to look up the holder. */
  proven: boolean
  at: Date
}

export const writeDestination = (
  tx: Tx,
  organizerId: number,
  { destination, previous, proven, at }: NewDestination,
): Promise<void> =>
  writeOwn(tx, organizerId, {
    ...destinationColumns(destination),
    previous_destination: previous && JSON.stringify(previous),
    destination_saved_at: at,
    holder_confirmed_at: proven ? at : null,
    updated_at: at,
  })

/** Returns false when another destination was saved since, or its holder is confirmed. */
export async function markHolderConfirmed(
  tx: Tx,
  organizerId: number,
  { savedAt, at }: { savedAt: Date; at: Date },
): Promise<boolean> {
  const marked = await tx
    .updateTable('organizer_payout_settings')
    .set({ holder_confirmed_at: at, updated_at: at })
    .where('organizer_id', '=', organizerId)
    .where('destination_saved_at', '=', savedAt)
    .where('holder_confirmed_at', 'is', null)
    .executeTakeFirst()
  return marked.numUpdatedRows > 0n
}

export const destinationColumns = ({ bank_account, ...pix }: Destination) => ({
  ...pix,
  bank_account: bank_account && JSON.stringify(bank_account),
})

/** Null: payments are no longer split. */
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

/** Under a new id, so that nobody approves another change than the one they saw. */
export async function replaceWalletChange(
  tx: Tx,
  { organizerId, wallet, by, at }: NewWalletChange,
): Promise<number> {
  // Serializes concurrent requests; the later one replaces the earlier one.
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

/** Locks the row. Throws 404 when the change was decided or replaced, or is outside the scope. */
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

/** Undefined when the change was decided or replaced. */
export const findWalletChange = (db: Db, id: number) =>
  db
    .selectFrom('wallet_changes')
    .innerJoin('organizers', 'organizers.id', 'wallet_changes.organizer_id')
    .where('wallet_changes.id', '=', id)
    .select('organizers.fantasy_name as organizer')
    .executeTakeFirst()

export async function deleteWalletChange(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('wallet_changes').where('id', '=', id).execute()
}
