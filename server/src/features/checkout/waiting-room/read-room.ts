import type { WaitingRoomState } from '#contract/checkout/waiting-room.ts'
import type { Deps } from '#server/deps.ts'
import { AppError } from '#server/lib/errors.ts'
import { findRoom } from './queries.ts'
import { challengeOf } from './tickets.ts'

export async function readRoom(
  { db, clock, secrets }: Pick<Deps, 'db' | 'clock' | 'secrets'>,
  eventId: number,
): Promise<WaitingRoomState> {
  const at = clock.now()
  const room = await findRoom(db, eventId, at)
  if (!room) throw new AppError('event_not_found')
  return {
    is_open: room.is_open,
    starts_at: room.starts_at?.toISOString() ?? null,
    admitted: room.admitted ?? 0,
    per_minute: Math.round(room.per_minute ?? 0),
    is_sold_out: room.is_sold_out,
    challenge: room.is_open ? challengeOf(secrets.waitingRoomKey, eventId, at) : null,
  }
}
