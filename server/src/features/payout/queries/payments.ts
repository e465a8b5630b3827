import { PAYMENT_STATUS } from '#contract/payment/payment-status.ts'
import type { Db } from '#server/lib/db.ts'

export async function organizerOfEvent(db: Db, eventId: number): Promise<number> {
  const { organizer_id } = await db
    .selectFrom('events')
    .where('id', '=', eventId)
    .select('organizer_id')
    .executeTakeFirstOrThrow()
  return organizer_id
}

/** Credited and not marked as paid out. Cash payments are never marked. */
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
