import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { findTeamWindow, listMemberIds, lockTeamOf, updateLegs } from './queries.ts'

interface Order {
  userId: number
  registrationId: number
  registrationIds: readonly number[]
  ip: string
}

/** Throws 404 for who is not the captain, 409 when the time is over, 422 for other people than the members. */
export async function orderLegs(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  { userId, registrationId, registrationIds, ip }: Order,
): Promise<void> {
  const at = clock.now()
  await transaction(db, async (tx) => {
    const team = await lockTeamOf(tx, registrationId, userId)
    if (!team) throw new AppError('not_found')
    const { event_id: eventId, is_open: isOpen } = await findTeamWindow(tx, registrationId, at)
    if (!isOpen)
      throw new AppError('state_changed', { message: 'O prazo para mudar as equipes deste evento terminou.' })
    const memberIds = await listMemberIds(tx, team.id)
    const isSame =
      new Set(registrationIds).size === registrationIds.length &&
      memberIds.length === registrationIds.length &&
      memberIds.every((id) => registrationIds.includes(id))
    if (!isSame) throw invalidField('registration_ids', 'A equipe mudou. Recarregue a página.')
    await updateLegs(tx, team.id, registrationIds)
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'registration.legs_ordered',
      entityId: registrationId,
      eventId,
      after: { name: team.name },
      ip,
    })
  })
}
