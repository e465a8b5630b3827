import { sql } from 'kysely'
import type { Tx } from '#server/lib/db.ts'

export type CancelReason = 'participant' | 'organizer' | 'expired' | 'refunded' | 'event_cancelled'

/**
 * Cancels registrations and gives back exactly what each holds (docs/algorithms/stock.md). Those already cancelled are left
 * alone; answers the others. Lock their payments first.
 */
export async function releaseRegistrations(
  tx: Tx,
  ids: readonly number[],
  reason: CancelReason,
  at: Date,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from release_spots(${ids}::bigint[], ${reason}, ${at}::timestamptz) id`.execute(tx)
  return rows.map((row) => row.id)
}
