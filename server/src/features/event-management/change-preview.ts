import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { newToken } from '#server/lib/tokens.ts'
import { lockEvent } from './queries/document.ts'
import { updatePreview } from './queries/events.ts'

interface Change {
  caller: Caller
  eventId: number
  /** Whether the event has a preview link afterwards. */
  wanted: boolean
  ip: string
}

/** Stored in plain text, so that editors can copy the link again; it shows only the draft's public page. */
export function changePreview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { caller, eventId, wanted, ip }: Change,
): Promise<string | null> {
  return transaction(db, async (tx) => {
    await lockEvent(tx, caller, eventId)
    const token = wanted ? newToken() : null
    await updatePreview(tx, eventId, token)
    await audit(tx, {
      at: clock.now(),
      actorUserId: caller.userId,
      action: wanted ? 'event.preview_created' : 'event.preview_removed',
      entityId: eventId,
      ip,
    })
    return token
  })
}
