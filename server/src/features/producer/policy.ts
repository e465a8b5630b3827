import type { Permission } from '#contract/roles.ts'
import { type Caller, hasRole, may } from '#server/lib/auth.ts'

/** Which events a caller acts on: all, those of their own, those they were linked to, or none. */
export type EventReach =
  | { kind: 'all' }
  | { kind: 'own'; organizerId: number }
  | { kind: 'linked'; organizerId: number }
  | { kind: 'none' }

/** Admin and Empresa reach every event, an organizer their own, a realizador those they were linked to. */
export function eventReach(caller: Caller): EventReach {
  if (hasRole(caller, 'Admin', 'Empresa')) return { kind: 'all' }
  if (!caller.organizer) return { kind: 'none' }
  return { kind: caller.organizer.type === 0 ? 'own' : 'linked', organizerId: caller.organizer.id }
}

/** The organizer a caller works as or for; null for Admin and Empresa, who name one. */
export const organizerOf = (caller: Caller): number | null =>
  hasRole(caller, 'Admin', 'Empresa') ? null : (caller.organizer?.parentId ?? caller.organizer?.id ?? null)

/** Nobody gives, takes away or gets at powers they do not have: not by a grant, nor by changing the e-mail of who has them. */
export const holdsAll = (caller: Caller, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => may(caller, permission))
