import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { findKeyState, storePixKey } from './queries.ts'

/**
 * Stores the caller's CPF as the Pix key of all their refunds that wait for one. Idempotent. Throws 404 for
 * a registration that is neither the caller's nor paid by the caller, 409 when none of its refunds is paid to a Pix key.
 */
export async function confirmPixKey(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, registrationId, ip }: { userId: number; registrationId: number; ip: string },
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    const stored = await storePixKey(tx, userId, at)
    const state = await findKeyState(tx, { registrationId, userId })
    if (!state) throw new AppError('not_found')
    if (!state.is_confirmed)
      throw new AppError('state_changed', {
        message: 'Nenhuma devolução desta inscrição espera por uma chave Pix.',
      })
    // Without the key, which is personal data.
    for (const { id: entityId, event_id: eventId } of stored)
      await audit(tx, { at, actorUserId: userId, action: 'refund.key_confirmed', entityId, eventId, ip })
  })
}
