import type { Deps } from '#server/deps.ts'
import { markExpired } from './queries.ts'

/** Makes Expirado what took place before today, in each event's own zone; answers which. Cancelled events stay cancelled. */
export const expireEvents = (deps: Pick<Deps, 'db' | 'clock'>): Promise<number[]> =>
  markExpired(deps.db, deps.clock.now())
