import type { PublicEvent } from '#contract/event.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { findEvent } from './kept-events.ts'
import { presentEvent } from './present-event.ts'

/** One event with its whole offer. Reachable by whoever has the link, in the list or not, open, closed or cancelled. */
export async function getEvent(
  deps: Pick<Deps, 'db' | 'clock' | 'config'>,
  by: { id: number } | { slug: string },
): Promise<PublicEvent> {
  const row = await findEvent(deps.db, deps.clock.now(), by)
  if (!row) throw new AppError('event_not_found')
  return presentEvent(row, deps.config.publicUrl)
}
