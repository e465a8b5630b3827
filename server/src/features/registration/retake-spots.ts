import type { Tx } from '#server/lib/db.ts'
import { changeSpots, getLevelIds, type SpotChange } from './queries.ts'

/** Takes the place of a cancelled registration again, at every level its choice needs: for money that came late. */
export async function retakeSpots(tx: Tx, registrationId: number, at: Date): Promise<SpotChange> {
  return changeSpots(tx, registrationId, await getLevelIds(tx, registrationId), at)
}
