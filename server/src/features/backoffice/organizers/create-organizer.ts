import type { OrganizerInput } from '#contract/backoffice/organizers.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { createUserWithRole } from '../../account/create-user.ts'
import { companyColumns } from '../../producer/company.ts'
import { INVITATIONS_BY_USER } from '../../producer/limits.ts'
import { sendOrganizerInvitation } from './invitation.ts'
import { insertOrganizer } from './queries.ts'
import { asDuplicate, refuseWrong } from './refusals.ts'

/** Makes an organizer and the account behind it; the person chooses the password by the link of the invitation. */
export async function createOrganizer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, input, ip }: { caller: Caller; input: OrganizerInput; ip: string },
): Promise<number> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  await refuseWrong(deps.db, input, null)
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const userId = await createUserWithRole(tx, {
      name: input.responsible,
      email: input.email,
      passwordHash: null,
      emailVerifiedAt: null,
      role: 'Organizador',
      at,
      details: { phone: input.phone },
    })
    const id = await insertOrganizer(tx, {
      ...companyColumns(input),
      user_id: userId,
      enterprise_id: input.enterprise_id,
      registered_by: caller.userId,
      type: 0,
      created_at: at,
      updated_at: at,
    })
    await addJob(tx, sendOrganizerInvitation, { userId })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'organizer.created',
      entity: 'organizer',
      entityId: id,
      after: { fantasy_name: input.fantasy_name, enterprise_id: input.enterprise_id },
      ip,
    })
    return id
  }).catch((error) => {
    throw asDuplicate(error) ?? error
  })
}
