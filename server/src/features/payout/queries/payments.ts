import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { Db } from '#server/lib/db.ts'

export async function organizerOfEvent(db: Db, eventId: number): Promise<number> {
  const { organizer_id } = await db
    .selectFrom('events')
    .where('id', '=', eventId)
    .select('organizer_id')
    .executeTakeFirstOrThrow()
  return organizer_id
}

/** Credited payments of an event, which are not marked as paid out yet; cash never is. */
export async function listFinishable(db: Db, eventId: number, limit: number): Promise<number[]> {
  const rows = await db
    .selectFrom('payments')
    .where('event_id', '=', eventId)
    .where('status', '=', PAYMENT_STATUS.paid)
    .where('duplicate_of', 'is', null)
    .orderBy('id')
    .limit(limit)
    .select('id')
    .execute()
  return rows.map(({ id }) => id)
}
