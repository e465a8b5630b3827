import { sql } from 'kysely'
import type { RefundReason, RefundStatus } from '#contract/refund.ts'
import type { Db } from '#server/lib/db.ts'

/** Refunds with their registration, payment and event, and who decided on them. */
export const refunds = (db: Db) =>
  db
    .selectFrom('refunds as f')
    .innerJoin('payments as p', 'p.id', 'f.payment_id')
    .innerJoin('registrations as r', 'r.id', 'f.registration_id')
    .leftJoin('users as asked', 'asked.id', 'f.asked_by_user_id')
    .select([
      'f.id',
      'f.amount_cents',
      'f.asked_at',
      'f.done_at',
      'f.request_url',
      'f.receipt_url',
      'f.note',
      'p.type',
    ])
    .select([sql<RefundReason>`f.reason`.as('reason'), sql<RefundStatus>`f.status`.as('status')])
    .select(['f.registration_id', 'r.name as participant', 'asked.name as asked_by'])

interface Page {
  page: number
  per_page: number
}

/** Newest first. */
export const listEventRefunds = (db: Db, eventId: number, { page, per_page }: Page) =>
  refunds(db)
    .where('f.event_id', '=', eventId)
    .orderBy('f.id', 'desc')
    .limit(per_page)
    .offset((page - 1) * per_page)
    .execute()

export async function countEventRefunds(db: Db, eventId: number): Promise<number> {
  const { count } = await db
    .selectFrom('refunds')
    .where('event_id', '=', eventId)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return count
}
