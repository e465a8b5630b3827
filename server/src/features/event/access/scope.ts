import { ORGANIZER_TYPE } from '#contract/organizer/organizer-type.ts'
import { type Caller, hasRole, PLATFORM_ENTERPRISE } from '#server/lib/auth.ts'

/** The set of events on which a caller may act. */
export type EventScope =
  | { kind: 'all' }
  | { kind: 'enterprise'; enterpriseId: number }
  | { kind: 'own'; organizerId: number }
  | { kind: 'linked'; organizerId: number }
  | { kind: 'none' }

export function eventScope(caller: Caller): EventScope {
  if (hasRole(caller, 'Admin')) return { kind: 'all' }
  if (hasRole(caller, 'Empresa')) {
    const enterpriseId = caller.enterpriseId ?? PLATFORM_ENTERPRISE
    return enterpriseId === PLATFORM_ENTERPRISE ? { kind: 'all' } : { kind: 'enterprise', enterpriseId }
  }
  if (!caller.organizer) return { kind: 'none' }
  return {
    kind: caller.organizer.type === ORGANIZER_TYPE.organizer ? 'own' : 'linked',
    organizerId: caller.organizer.id,
  }
}

/** Admin and Empresa name an organizer in their requests, which must be theirs. */
export const hasOrganizerInScope = (caller: Caller, organizer: { enterprise_id: number }): boolean => {
  const scope = eventScope(caller)
  return scope.kind !== 'enterprise' || scope.enterpriseId === organizer.enterprise_id
}

/** The organizer that the caller is or works for; null for Admin and Empresa. */
export const organizerOf = (caller: Caller): number | null =>
  hasRole(caller, 'Admin', 'Empresa') ? null : (caller.organizer?.parentId ?? caller.organizer?.id ?? null)
