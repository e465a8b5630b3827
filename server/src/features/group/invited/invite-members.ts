import { type Invited, MAX_INVITED, readInvited } from '#contract/group/invited.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, refuse } from '#server/lib/errors.ts'
import { addJobs } from '#server/lib/jobs.ts'
import { CLOSED } from '../create-group.ts'
import { INVITATIONS_BY_USER } from '../limits.ts'
import { getCaptained } from '../read-group.ts'
import { groupInvitationJob } from './group-invitation.ts'
import { countInvited, deleteInvited, insertInvited, listMissing, lockGroup } from './queries.ts'

interface Captained {
  groupId: number
  userId: number
}

/**
 * Invites the people of a sheet who were not invited before, and returns their number. Throws 404 for another
 * captain's group, 409 when the time is over or the group has too many, 422 with the problems by cell.
 */
export async function inviteMembers(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { groupId, userId, rows, ip }: Captained & { rows: readonly string[][]; ip: string },
): Promise<number> {
  const at = deps.clock.now()
  const group = await getCaptained(deps, groupId, userId)
  if (!group.is_open) throw new AppError('state_changed', { message: CLOSED })
  const { people, problems } = readInvited(rows)
  refuse(problems)
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(userId), people.length)
  return transaction(deps.db, async (tx) => {
    await lockGroup(tx, groupId)
    const ids = await insertInvited(tx, groupId, people, at)
    if ((await countInvited(tx, groupId)) > MAX_INVITED)
      throw new AppError('state_changed', { message: `Um grupo tem até ${MAX_INVITED} convidados.` })
    if (ids.length === 0) return 0
    const jobs = ids.map((id) => ({ payload: { id }, jobKey: `group-invitation:${id}` }))
    await addJobs(tx, groupInvitationJob, jobs)
    await audit(tx, {
      at,
      actorUserId: userId,
      action: 'group.invited',
      entityId: groupId,
      eventId: group.event_id,
      after: { count: ids.length },
      ip,
    })
    return ids.length
  })
}

export async function readInvitedPage(
  deps: Pick<Deps, 'db' | 'clock'>,
  { groupId, userId, page, perPage }: Captained & { page: number; perPage: number },
): Promise<{ invited: Invited[]; total: number }> {
  await getCaptained(deps, groupId, userId)
  const rows = await listMissing(deps.db, { groupId, offset: (page - 1) * perPage, limit: perPage })
  const invited = rows.map(({ id, name, email, reminded_at: remindedAt }) => ({
    id,
    name,
    email,
    is_reminded: remindedAt !== null,
  }))
  return { invited, total: rows[0]?.total ?? 0 }
}

export async function removeInvited(
  deps: Pick<Deps, 'db' | 'clock'>,
  { groupId, userId, id }: Captained & { id: number },
): Promise<void> {
  await getCaptained(deps, groupId, userId)
  if (!(await deleteInvited(deps.db, groupId, id))) throw new AppError('not_found')
}
