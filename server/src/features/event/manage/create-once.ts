import type { Db, Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { sha256Hex } from '#server/lib/tokens.ts'
import { findCreation, insertCreation } from './queries.ts'

/** What makes an event, in the words of one request. */
export interface Attempt {
  userId: number
  /** Null: asked for once, without a key. */
  key: string | null
  request: unknown
}

/** The event an earlier attempt with this key made; throws 422 when that one asked for something else. */
export async function earlierEvent(db: Db, { userId, key, request }: Attempt): Promise<number | null> {
  const creation = key === null ? null : await findCreation(db, userId, key)
  if (!creation) return null
  if (creation.request_hash !== hashOf(request)) throw new AppError('key_reused')
  return creation.event_id
}

/**
 * Makes the key this event's, before anything of the event is written. When another attempt has it already, or is
 * taking it (that one is waited for), answers the event of that one.
 */
export async function claimKey(
  tx: Tx,
  attempt: Attempt,
  { eventId, at }: { eventId: number; at: Date },
): Promise<number | null> {
  const { userId, key, request } = attempt
  if (key === null) return null
  const isOurs = await insertCreation(tx, { userId, key, requestHash: hashOf(request), eventId, at })
  return isOurs ? null : earlierEvent(tx, attempt)
}

const hashOf = (request: unknown) => sha256Hex(JSON.stringify(request))
