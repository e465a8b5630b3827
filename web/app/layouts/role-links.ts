import { chooseRole, ROLES } from '#contract/choose-role.ts'
import type { Role } from '#contract/roles.ts'
import { ROLE_HOME_PATH, ROLE_PARAM } from '../paths.ts'
import type { Session } from '../session.ts'

const PRODUCER = 1

/** What the person is called in a role. */
export function roleWord(role: Role, { user }: Pick<Session, 'user'>): string {
  if (role === 'Participante') return 'Corredor'
  return role === 'Organizador' && user.organizer?.type === PRODUCER ? 'Realizador' : role
}

/** Links to go on in another role, for whoever holds several (`role-home.tsx`). */
export function roleLinks(
  session: Pick<Session, 'roles' | 'heldRoles' | 'user'>,
): { role: Role; to: string; label: string }[] {
  const current = chooseRole(session.roles)
  return ROLES.filter((role) => role !== current && session.heldRoles.includes(role)).map((role) => ({
    role,
    to: `${ROLE_HOME_PATH}?${ROLE_PARAM}=${role}`,
    label: `Usar como ${roleWord(role, session)}`,
  }))
}
