import { type SelectQueryBuilder, sql } from 'kysely'
import type { MESSAGE_STATES } from '#contract/backoffice/operations.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { countToLimit, limitedPage } from '../queries.ts'

type MessageState = (typeof MESSAGE_STATES)[number]

interface Filter {
  state: MessageState
  search?: string | undefined
}

const filtered = (db: Db, { state, search }: Filter) => {
  const query = search
    ? db.selectFrom('gateway_messages').where(notice('chargeId'), '=', chargesOf(search))
    : db.selectFrom('gateway_messages')
  if (state === 'unhandled') return query.where('gateway_messages.handled_at', 'is', null)
  // Literals, so that the planner can use the partial index on these outcomes.
  if (state === 'odd')
    return query.where(
      sql<boolean>`gateway_messages.outcome in ('unknown_charge', 'amount_mismatch', 'duplicate')`,
    )
  return query
}

const notice = (field: 'kind' | 'chargeId') =>
  sql<string | null>`gateway_messages.payload -> 'notice' ->> ${sql.lit(field)}`

/** The number of a registration stands for the charges of its payments, anything else is a charge itself. */
const chargesOf = (search: string) =>
  /^\d{1,12}$/.test(search)
    ? sql<string>`any (array(
        select p.charge_id from payment_items i join payments p on p.id = i.payment_id
        where i.registration_id = ${search}::bigint and p.charge_id is not null
      ))`
    : sql<string>`${search}`

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

/** Newest first, with the payment of their charge. */
export function listMessages(db: Db, filter: Filter, page: { page: number; per_page: number }) {
  const { offset, limit } = limitedPage(page)
  return filtered(db, filter)
    .leftJoin('payments', (join) =>
      join
        .onRef('payments.provider', '=', 'gateway_messages.provider')
        .on('payments.charge_id', '=', notice('chargeId')),
    )
    .leftJoin('events', 'events.id', 'payments.event_id')
    .select([
      'gateway_messages.id',
      'gateway_messages.provider',
      'gateway_messages.received_at',
      'gateway_messages.handled_at',
      'gateway_messages.outcome',
      notice('kind').as('kind'),
      notice('chargeId').as('charge_id'),
      'payments.id as payment_id',
      'payments.amount_cents',
      'payments.status',
      'events.id as event_id',
      'events.title',
    ])
    .orderBy('gateway_messages.id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute()
}

export const countMessages = (db: Db, filter: Filter): Promise<number> =>
  countToLimit(db, filtered(db, filter) as SelectQueryBuilder<DB, 'gateway_messages', object>)

/** Locks a message; returns its outcome so far. */
export const lockMessage = (
  tx: Tx,
  id: number,
): Promise<{ handled_at: Date | null; outcome: string | null }> =>
  tx
    .selectFrom('gateway_messages')
    .select(['handled_at', 'outcome'])
    .where('id', '=', id)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow(() => new AppError('not_found'))

/** Marks a message as not handled. */
export async function reopenMessage(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('gateway_messages')
    .set({ handled_at: null, outcome: null })
    .where('id', '=', id)
    .execute()
}
