import { sql } from 'kysely'
import type { RefundStatus } from '#contract/payment/refund.ts'
import { refunds } from '#server/features/registration/queries/refunds.ts'
import type { Db } from '#server/lib/db.ts'

export const refundsOfAll = (db: Db) =>
  refunds(db)
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .leftJoin('users as asked', 'asked.id', 'f.asked_by_user_id')
    .select(['f.registration_id', 'r.name as participant', 'asked.name as asked_by'])

interface Filter {
  status?: RefundStatus | undefined
}
interface Page extends Filter {
  page: number
  per_page: number
}

const isRequested = sql<boolean>`(f.status = 'requested' and f.reason = 'policy')`

/** Refunds that require the organizer's decision first, then the newest. */
export const listEventRefunds = (db: Db, eventId: number, { page, per_page, status }: Page) =>
  refundsOfAll(db)
    .where('f.event_id', '=', eventId)
    .$if(status !== undefined, (query) => query.where('f.status', '=', status ?? ''))
    .orderBy(isRequested, 'desc')
    .orderBy('f.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countEventRefunds(db: Db, eventId: number, { status }: Filter): Promise<number> {
  const { count } = await db
    .selectFrom('refunds')
    .where('event_id', '=', eventId)
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}

export interface RefundSum {
  status: RefundStatus
  refunds: number
  cents: number
}

export async function sumEventRefunds(db: Db, eventId: number): Promise<RefundSum[]> {
  const { rows } = await sql<RefundSum>`
    select status, count(*)::int as refunds, sum(amount_cents + interest_cents)::bigint as cents
    from refunds where event_id = ${eventId} group by status`.execute(db)
  return rows
}

/** What waits for the organizer's decision, and for the runners'. */
export async function sumWaiting(db: Db, eventId: number) {
  const { rows } = await sql<{ kind: 'requested' | 'undecided'; registrations: number; cents: number }>`
    select 'requested' as kind, count(distinct f.registration_id)::int as registrations,
      coalesce(sum(f.amount_cents), 0)::int as cents
    from refunds f where f.event_id = ${eventId} and ${isRequested}
    union all
    select 'undecided', count(*)::int, coalesce(sum(greatest(0, p.paid_cents - c.fee_cents)), 0)::int
    from refund_choices c join participant_list p on p.event_id = c.event_id and p.registration_id = c.registration_id
    where c.event_id = ${eventId} and c.choice is null`.execute(db)
  return rows
}
