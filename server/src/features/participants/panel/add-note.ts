import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { lockReachedRegistration } from '../queries.ts'
import { insertNote } from './queries.ts'

/** The audit log omits the text, which is deleted with the person's account. */
export async function addNote(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, registrationId, text, ip }: { caller: Caller; registrationId: number; text: string; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { event_id: eventId } = await lockReachedRegistration(tx, caller, registrationId)
    const note = { registration_id: registrationId, author_user_id: caller.userId, text, created_at: at }
    await insertNote(tx, note)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'registration.note_added',
      entityId: registrationId,
      eventId,
      ip,
    })
  })
}
