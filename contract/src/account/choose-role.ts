// This file does not import permissions.ts, so that public pages do not load its texts.

export const ROLES = ['Admin', 'Organizador', 'Empresa', 'Participante'] as const
type Role = (typeof ROLES)[number]

/** Names the role in which a user with several acts. */
export const ROLE_HEADER = 'x-role'

/** `preferred` if held, otherwise the first in the order of `ROLES` (specification page 1 §2.1). */
export function chooseRole(held: readonly string[], preferred?: string | null): Role | null {
  return [preferred as Role, ...ROLES].find((role) => held.includes(role)) ?? null
}
