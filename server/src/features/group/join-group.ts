import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { Deps } from '#server/deps.ts'
import { auditAll } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { CLOSED } from './create-group.ts'
import { insertMembers, listInGroup, lockOwnOf } from './queries/membership.ts'
import { getInvited } from './read-group.ts'

interface Joining {
  token: string
  userId: number
  registrationIds: readonly number[]
  ip: string
}

/**
 * Idempotent. Throws 404 for another account's registration or another event's, 409 when the time is over or
 * a registration is cancelled or in another group.
 */
export async function joinGroup(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { token, userId, registrationIds, ip }: Joining,
): Promise<void> {
  const at = deps.clock.now()
  const group = await getInvited(deps, token, ip)
  if (!group.is_open) throw new AppError('state_changed', { message: CLOSED })
  const ids = [...new Set(registrationIds)]
  await transaction(deps.db, async (tx) => {
    const registrations = await lockOwnOf(tx, { ids, eventId: group.event_id, userId })
    if (registrations.length < ids.length) throw new AppError('not_found')
    if (registrations.some(({ status }) => status === REGISTRATION_STATUS.cancelled))
      throw new AppError('state_changed', { message: 'Esta inscrição foi cancelada.' })
    const before = await listInGroup(tx, group.id, ids)
    await insertMembers(tx, group.id, ids, at)
    const members = await listInGroup(tx, group.id, ids)
    if (members.size < ids.length)
      throw new AppError('state_changed', { message: 'Saia do outro grupo antes de entrar neste.' })
    const joined = ids.filter((id) => !before.has(id))
    if (joined.length === 0) return
    await auditAll(
      tx,
      joined.map((id) => ({
        at,
        actorUserId: userId,
        action: 'registration.group_joined',
        entityId: id,
        eventId: group.event_id,
        after: { name: group.name },
        ip,
      })),
    )
  })
}
