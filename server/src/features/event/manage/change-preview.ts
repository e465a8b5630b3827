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
  /** Whether there is a link afterwards. */
  wanted: boolean
  ip: string
}

/**
 * Makes the secret of an event's preview, in the place of an earlier one, or takes it away; answers it. It is kept as it is and not
 * as a hash, because whoever edits the event may copy its link again; it shows what they show to partners, and nothing of a person.
 */
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
      entity: 'event',
      entityId: eventId,
      eventId,
      ip,
    })
    return token
  })
}
