import { sql } from 'kysely'
import type { Clock } from './clock.ts'
import type { Db } from './db.ts'

/** Work that ends holds, charges and data by date does not start with a clock that is wrong by more. */
const MOST_DRIFT_MS = 2 * 60_000

/** By how many milliseconds this machine's clock is ahead of the database's. */
export async function clockDrift(db: Db, clock: Clock): Promise<number> {
  const before = clock.now().getTime()
  const { rows } = await sql<{ at: Date }>`select clock_timestamp() as at`.execute(db)
  const after = clock.now().getTime()
  const at = rows[0]?.at.getTime() ?? Number.NaN
  // The database read its clock between the two.
  return before <= at && at <= after ? 0 : (before + after) / 2 - at
}

/**
 * Throws when the clocks of this machine and the database disagree, because with a wrong clock jobs would end
 * holds, charges and data too early.
 */
export async function requireRightClock(db: Db, clock: Clock): Promise<void> {
  const driftMs = await clockDrift(db, clock)
  if (!(Math.abs(driftMs) <= MOST_DRIFT_MS))
    throw new Error(
      `the clock of this machine differs from the database's by ${Math.round(driftMs / 1_000)} s`,
    )
}
