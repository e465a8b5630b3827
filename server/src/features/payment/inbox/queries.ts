import { sql } from 'kysely'
import type { Db, Tx } from '#server/lib/db.ts'

/** Finds a payment by its charge or, before the charge is stored, by our reference. */
export async function findPaymentId(
  db: Db,
  provider: string,
  chargeId: string,
  externalReference: string | null,
): Promise<number | null> {
  const found = await db
    .selectFrom('payments')
    .where('provider', '=', provider)
    .where((eb) =>
      eb.or([eb('charge_id', '=', chargeId), eb('external_reference', '=', externalReference ?? '')]),
    )
    // A second charge of a payment has the reference of the first and a payment of its own.
    .orderBy(
      (eb) => eb('charge_id', '=', chargeId),
      (order) => order.desc().nullsLast(),
    )
    .select('id')
    .executeTakeFirst()
  return found?.id ?? null
}

/** Stores a gateway's message; null when it is already stored. */
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

/** False when another job handled it meanwhile. */
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

/** Deletes the text of handled messages received before `before`, but not what was read from it; how many, at most `limit`. */
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
        .orderBy('id')
        .limit(limit)
        .select('id'),
    )
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
