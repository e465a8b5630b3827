import { chooseRole, ROLES } from '#contract/account/choose-role.ts'
import type { Role } from '#contract/roles.ts'
import { ROLE_HOME_PATH, ROLE_PARAM } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'

const PRODUCER = 1

export function roleWord(role: Role, { user }: Pick<Session, 'user'>): string {
  if (role === 'Participante') return 'Corredor'
  return role === 'Organizador' && user.organizer?.type === PRODUCER ? 'Realizador' : role
}

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
