// Apart from the permissions, whose texts public pages need not load.

export const ROLES = ['Admin', 'Organizador', 'Empresa', 'Participante'] as const
type Role = (typeof ROLES)[number]

/** Names, of somebody with several roles, the one a call is made in. */
export const ROLE_HEADER = 'x-role'

/** The role that counts of those (of `ROLES`) that somebody holds: the preferred one, else the first in the order of `ROLES` (specification page 1 §2.1). */
export function chooseRole(held: readonly string[], preferred?: string | null): Role | null {
  return [preferred as Role, ...ROLES].find((role) => held.includes(role)) ?? null
}
