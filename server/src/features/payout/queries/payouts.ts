import { sql } from 'kysely'
import { jsonArrayFrom } from 'kysely/helpers/postgres'
import type { BankAccount } from '#contract/payout/bank-account.ts'
import type { Destination } from '#contract/payout/destination.ts'
import type { PayoutStatus } from '#contract/payout/payout.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import type { Item } from '../domain/balance.ts'
import type { Scope } from './organizers.ts'
import { destinationColumns } from './settings.ts'

const inScope = (db: Db, scope: Scope) =>
  db.selectFrom('payouts').innerJoin('organizers', 'organizers.id', 'payouts.organizer_id').where(scope)

interface Page {
  status?: PayoutStatus | undefined
  limit?: number
  offset?: number
}

export type PayoutRow = Awaited<ReturnType<typeof listPayouts>>[number]

/** Latest first. */
export function listPayouts(db: Db, scope: Scope, { status, limit, offset }: Page) {
  const found = inScope(db, scope)
    .innerJoin('users as requester', 'requester.id', 'payouts.requested_by_user_id')
    .leftJoin('users as approver', 'approver.id', 'payouts.approved_by_user_id')
    .leftJoin('users as closer', 'closer.id', 'payouts.closed_by_user_id')
    .leftJoin('organizer_payout_settings as own', 'own.organizer_id', 'payouts.organizer_id')
    .selectAll('payouts')
    .select(sql<BankAccount | null>`payouts.bank_account`.as('bank_account'))
    .select(sql<Destination | null>`payouts.previous_destination`.as('previous_destination'))
    .select('own.destination_saved_at as current_saved_at')
    .select(['organizers.fantasy_name as organizer', 'organizers.user_id as owner_user_id'])
    .select(['requester.name as requester', 'approver.name as approver', 'closer.name as closer'])
    .select((eb) =>
      jsonArrayFrom(
        eb
          .selectFrom('payout_items as item')
          .innerJoin('events', 'events.id', 'item.event_id')
          .whereRef('item.payout_id', '=', 'payouts.id')
          .select(['item.event_id', 'events.title', 'item.amount_cents'])
          .orderBy('events.event_on')
          .orderBy('events.id'),
      ).as('items'),
    )
    .orderBy('payouts.id', 'desc')
  const filtered = status ? found.where('payouts.status', '=', status) : found
  return (limit === undefined ? filtered : filtered.limit(limit).offset(offset ?? 0)).execute()
}

export async function countPayouts(db: Db, scope: Scope, status: PayoutStatus | undefined): Promise<number> {
  const { count } = await inScope(db, scope)
    .$if(status !== undefined, (query) => query.where('payouts.status', '=', status ?? ''))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

/** Throws 404 outside the scope. */
export async function getPayout(db: Db, scope: Scope, id: number) {
  const row = await inScope(db, scope)
    .where('payouts.id', '=', id)
    .selectAll('payouts')
    .select(['organizers.user_id as owner_user_id', 'organizers.fantasy_name as organizer'])
    .executeTakeFirst()
  if (!row) throw new AppError('not_found', { message: 'Repasse não encontrado.' })
  return { ...row, status: row.status as PayoutStatus }
}

export const listItems = (db: Db, payoutId: number): Promise<Item[]> =>
  db
    .selectFrom('payout_items')
    .where('payout_id', '=', payoutId)
    .select(['event_id', 'amount_cents'])
    .execute()

interface NewPayout {
  organizerId: number
  amountCents: number
  destination: Destination
  savedAt: Date | null
  previous: Destination | null
  by: number
  at: Date
}

export async function insertPayout(tx: Tx, payout: NewPayout, items: readonly Item[]): Promise<number> {
  const { id } = await tx
    .insertInto('payouts')
    .values({
      organizer_id: payout.organizerId,
      amount_cents: payout.amountCents,
      status: 'requested' satisfies PayoutStatus,
      ...destinationColumns(payout.destination),
      destination_saved_at: payout.savedAt,
      previous_destination: payout.previous && JSON.stringify(payout.previous),
      requested_by_user_id: payout.by,
      requested_at: payout.at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tx
    .insertInto('payout_items')
    .values(items.map((item) => ({ payout_id: id, ...item })))
    .execute()
  return id
}

interface Move {
  to: PayoutStatus
  by: number
  at: Date
  note?: string
  receiptPath?: string
}

export async function movePayoutRow(
  tx: Tx,
  id: number,
  { to, by, at, note, receiptPath }: Move,
): Promise<void> {
  await tx
    .updateTable('payouts')
    .set({
      status: to,
      ...(to === 'approved'
        ? { approved_by_user_id: by, approved_at: at }
        : { closed_by_user_id: by, closed_at: at }),
      ...(note !== undefined && { note }),
      ...(receiptPath !== undefined && { receipt_path: receiptPath }),
    })
    .where('id', '=', id)
    .execute()
}

/** Unblocked Empresa users of the organizer's enterprise. */
export const listApprovers = (db: Db, organizerId: number) =>
  db
    .selectFrom('users')
    .innerJoin('user_roles', 'user_roles.user_id', 'users.id')
    .where('user_roles.role', '=', sql.lit('Empresa'))
    .where((eb) =>
      eb(
        sql<number>`coalesce(user_roles.enterprise_id, 1)`,
        '=',
        eb.selectFrom('organizers').select('enterprise_id').where('id', '=', organizerId),
      ),
    )
    .where('users.blocked_at', 'is', null)
    .where('user_roles.blocked_at', 'is', null)
    .where('users.anonymized_at', 'is', null)
    .where('users.email_verified_at', 'is not', null)
    .select('users.id')
    .execute()
