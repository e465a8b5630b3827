import type { GroupKind } from '#contract/group/group.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField, isUniqueViolation } from '#server/lib/errors.ts'
import { newToken } from '#server/lib/tokens.ts'
import { GROUPS_BY_USER } from './limits.ts'
import { findEventForGroups, insertGroup } from './queries.ts'

interface NewGroup {
  userId: number
  eventId: number
  name: string
  kind: GroupKind
  ip: string
}

/** Throws 404 for a draft, 409 when the event takes no groups, and 422 for a name that is taken. */
export async function createGroup(
  { db, clock, rateLimiter }: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { userId, eventId, name, kind, ip }: NewGroup,
): Promise<number> {
  const at = clock.now()
  const event = await findEventForGroups(db, eventId, at)
  if (!event) throw new AppError('event_not_found')
  if (!event.is_open) throw new AppError('state_changed', { message: CLOSED })
  await rateLimiter.consume(GROUPS_BY_USER, String(userId))
  try {
    return await transaction(db, async (tx) => {
      const { id } = await insertGroup(tx, { eventId, userId, name, kind, token: newToken(), at })
      await audit(tx, {
        at,
        actorUserId: userId,
        action: 'group.created',
        entityId: id,
        eventId,
        after: { name },
        ip,
      })
      return id
    })
  } catch (error) {
    if (isUniqueViolation(error, 'groups_name'))
      throw invalidField('name', 'Já existe um grupo com este nome neste evento.')
    throw error
  }
}

export const CLOSED = 'O prazo para mudar os grupos deste evento acabou.'
