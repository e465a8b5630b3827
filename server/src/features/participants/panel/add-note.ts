import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { lockReachedRegistration } from '../queries.ts'
import { insertNote } from './queries.ts'

/** Keeps what the team wants to remember of a registration. The audit says that and by whom; the text goes with the person's account. */
export async function addNote(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, registrationId, text, ip }: { caller: Caller; registrationId: number; text: string; ip: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { event_id: eventId } = await lockReachedRegistration(tx, caller, registrationId)
    await insertNote(tx, { registrationId, authorUserId: caller.userId, text, at })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'registration.note_added',
      entity: 'registration',
      entityId: registrationId,
      eventId,
      ip,
    })
  })
}
