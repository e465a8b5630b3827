import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'

interface MessagePayment {
  id: number
  status: number
  charge_id: string | null
  hosted_link: string | null
  split_cents: number | null
}

/** Finds a payment by its charge or, before the charge is stored, by our reference. */
export async function findMessagePayment(
  db: Db,
  provider: string,
  chargeId: string,
  externalReference: string | null,
): Promise<MessagePayment | null> {
  const payments = db
    .selectFrom('payments')
    .where('provider', '=', provider)
    .select(['id', 'status', 'charge_id', 'hosted_link', 'split_cents'])
  // A duplicate payment's charge has the reference of the original, so the charge decides.
  const charged = await payments.where('charge_id', '=', chargeId).executeTakeFirst()
  if (charged || externalReference === null) return charged ?? null
  const referred = await payments.where('external_reference', '=', externalReference).executeTakeFirst()
  return referred ?? null
}

/** Returns null when the message is already stored. */
export async function insertMessage(
  tx: Tx,
  message: { provider: string; externalId: string; payload: string; receivedAt: Date },
): Promise<number | null> {
  const inserted = await tx
    .insertInto('gateway_messages')
    .values({
      provider: message.provider,
      external_id: message.externalId,
      payload: message.payload,
      received_at: message.receivedAt,
    })
    .onConflict((conflict) => conflict.columns(['provider', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return inserted?.id ?? null
}

export const findUnhandledMessage = (db: Db, id: number) =>
  db
    .selectFrom('gateway_messages')
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .select(['id', 'provider', 'payload'])
    .executeTakeFirst()

/** Returns false when another job has already handled the message. */
export async function markHandled(db: Db, id: number, outcome: string, at: Date): Promise<boolean> {
  const marked = await db
    .updateTable('gateway_messages')
    .set({ handled_at: at, outcome })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .returning('id')
    .executeTakeFirst()
  return marked !== undefined
}

/** Deletes the body, but not the parsed notice, of at most `limit` handled messages; returns their number. */
export async function deleteBodies(db: Db, before: Date, limit: number): Promise<number> {
  const { numUpdatedRows } = await db
    .updateTable('gateway_messages')
    .set({ payload: sql`payload - 'body'` })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('gateway_messages')
        .where('received_at', '<', before)
        .where('handled_at', 'is not', null)
        .where(sql<boolean>`payload ? 'body'`)
        .orderBy('received_at')
        .limit(limit)
        .select('id'),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
