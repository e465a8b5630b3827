import { type RawBuilder, type SelectQueryBuilder, sql } from 'kysely'
import { LIST_LIMIT } from '#contract/backoffice/lists.ts'
import type { MESSAGE_STATES } from '#contract/backoffice/operations.ts'
import type { Db, Tx } from '#server/lib/db.ts'
import type { DB } from '#server/lib/db-types.ts'
import { AppError } from '#server/lib/errors.ts'
import { accountsOf, countToLimit, limitedPage } from '../../queries.ts'
import { parseSearch, type RecordSearch } from '../record-search.ts'

type MessageState = (typeof MESSAGE_STATES)[number]

interface Filter {
  state: MessageState
  event_id?: number | undefined
  search?: string | undefined
}

const filtered = (db: Db, { state, ...parsed }: Filter) => {
  const charges = chargesOf(parsed)
  const query = charges
    ? db.selectFrom('gateway_messages').where(notice('chargeId'), '=', charges)
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

/** SQL for the right side of `=`: charges of the newest matching payments. Null without a filter. */
function chargesOf({ event_id, search }: Omit<Filter, 'state'>): RawBuilder<string> | null {
  const parsed = parseSearch(search)
  if (!parsed && event_id === undefined) return null
  if (parsed?.kind === 'charge' && event_id === undefined) return sql`${parsed.chargeId}`
  const ofEvent = event_id === undefined ? sql`true` : sql`p.event_id = ${event_id}`
  return sql`any (array(
    select p.charge_id from payments p
    where p.charge_id is not null and ${ofEvent} and ${parsed ? payments(parsed) : sql`true`}
    order by p.id desc limit ${LIST_LIMIT}
  ))`
}

/** SQL: a person matches as payer or as runner. */
function payments(parsed: RecordSearch): RawBuilder<boolean> {
  if (parsed.kind === 'charge') return sql`p.charge_id = ${parsed.chargeId}`
  if (parsed.kind === 'number')
    return sql`p.id = any (array(select payment_id from payment_items where registration_id = ${parsed.number}))`
  const accounts = sql`array(select id from users where ${accountsOf(parsed.patterns)})`
  return sql`p.id = any (array(
    select id from payments where payer_user_id = any (${accounts})
    union
    select i.payment_id from users u join registrations r on r.cpf = u.cpf
      join payment_items i on i.registration_id = r.id
    where u.id = any (${accounts})
  ))`
}

export type MessageRow = Awaited<ReturnType<typeof listMessages>>[number]

/** Newest first. */
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

export async function reopenMessage(tx: Tx, id: number): Promise<void> {
  await tx
    .updateTable('gateway_messages')
    .set({ handled_at: null, outcome: null })
    .where('id', '=', id)
    .execute()
}
