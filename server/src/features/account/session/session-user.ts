import type { SessionUser } from '#contract/account.ts'
import { PERMISSIONS, type Permission } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import { type Caller, may } from '#server/lib/auth.ts'
import { getSessionPerson } from './queries.ts'

const ALL = Object.keys(PERMISSIONS) as Permission[]

/** Who the caller is and what they may do, as the browser keeps it. */
export async function sessionUser(deps: Pick<Deps, 'db'>, caller: Caller): Promise<SessionUser> {
  const { name, email, image, fantasyName } = await getSessionPerson(deps.db, caller.userId)
  const { organizer } = caller
  return {
    user: {
      id: caller.userId,
      name,
      email,
      image,
      organizer: organizer && { id: organizer.id, type: organizer.type, fantasy_name: fantasyName ?? '' },
    },
    roles: [...caller.roles],
    permissions: ALL.filter((permission) => may(caller, permission)),
    ...(caller.mustEnrol && { must_enrol: true }),
  }
}
