import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { lockConsent, setRevoked } from './queries.ts'

interface Input {
  userId: number
  registrationId: number
  termId: number
  ip: string
}

/**
 * The consent stays stored with both times. Repeating changes nothing. Throws 404 for anything but a consent
 * of the caller.
 */
export async function revokeConsent(deps: Deps, { ip, ...consent }: Input): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const given = await lockConsent(tx, consent)
    if (!given) throw new AppError('not_found')
    if (given.revoked_at !== null) return
    await setRevoked(tx, consent.registrationId, consent.termId, at)
    await audit(tx, {
      at,
      actorUserId: consent.userId,
      action: 'registration.consent_revoked',
      entity: 'registration',
      entityId: consent.registrationId,
      eventId: given.event_id,
      after: { Autorização: given.name, Versão: given.version },
      ip,
    })
  })
}
