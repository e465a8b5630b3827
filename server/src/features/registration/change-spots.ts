import { sql } from 'kysely'
import type { Tx } from '#server/lib/db.ts'
import { getLevelIds } from './queries.ts'

/** `levelId` is the stock level that has nothing left. */
export type SpotChange =
  | { outcome: 'changed' }
  | { outcome: 'sold_out'; levelId: number }
  | { outcome: 'already_registered' }

/**
 * Gives back what a registration holds and takes `levelIds` instead, or changes nothing and says why. A cancelled one becomes
 * Pendente again. Lock its payments first.
 */
export async function changeSpots(
  tx: Tx,
  registrationId: number,
  levelIds: readonly number[],
  at: Date,
): Promise<SpotChange> {
  const { rows } = await sql<{ outcome: SpotChange['outcome']; level_id: number | null }>`
    select outcome, level_id
    from change_spots(${registrationId}, ${levelIds}::bigint[], ${at}::timestamptz)`.execute(tx)
  const [row] = rows
  if (row?.outcome === 'sold_out') return { outcome: 'sold_out', levelId: Number(row.level_id) }
  return { outcome: row?.outcome === 'changed' ? 'changed' : 'already_registered' }
}

/** Takes the place of a cancelled registration again, at every level its choice needs: for money that came late. */
export async function retakeSpots(tx: Tx, registrationId: number, at: Date): Promise<SpotChange> {
  return changeSpots(tx, registrationId, await getLevelIds(tx, registrationId), at)
}
