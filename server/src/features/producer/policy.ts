import type { Permission } from '#contract/roles.ts'
import { type Caller, hasRole, may, PLATFORM_ENTERPRISE } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'

/** The events a caller may act on. */
export type EventReach =
  | { kind: 'all' }
  | { kind: 'enterprise'; enterpriseId: number }
  | { kind: 'own'; organizerId: number }
  | { kind: 'linked'; organizerId: number }
  | { kind: 'none' }

/**
 * All events for Admin and the enterprise that runs the platform, its own for another enterprise, their own for an organizer, linked ones
 * for a realizador.
 */
export function eventReach(caller: Caller): EventReach {
  if (hasRole(caller, 'Admin')) return { kind: 'all' }
  if (hasRole(caller, 'Empresa')) {
    const enterpriseId = caller.enterpriseId ?? PLATFORM_ENTERPRISE
    return enterpriseId === PLATFORM_ENTERPRISE ? { kind: 'all' } : { kind: 'enterprise', enterpriseId }
  }
  if (!caller.organizer) return { kind: 'none' }
  return { kind: caller.organizer.type === 0 ? 'own' : 'linked', organizerId: caller.organizer.id }
}

/** Whether an organizer's events are all within the caller's reach, who names it. */
export const reachesOrganizer = (caller: Caller, organizer: { enterprise_id: number }): boolean => {
  const reach = eventReach(caller)
  return reach.kind !== 'enterprise' || reach.enterpriseId === organizer.enterprise_id
}

/** The organizer the caller is or works for; null for Admin and Empresa, who name one. */
export const organizerOf = (caller: Caller): number | null =>
  hasRole(caller, 'Admin', 'Empresa') ? null : (caller.organizer?.parentId ?? caller.organizer?.id ?? null)

/** Only a realizador's organizer and Admin may change the account's e-mail, company and sessions. */
export const ownsAccount = (caller: Caller, producer: { parent_id: number | null }): boolean =>
  hasRole(caller, 'Admin') || (caller.organizer !== null && caller.organizer.id === producer.parent_id)

/** Throws 403 unless the caller owns the account. */
export function requireOwner(
  caller: Caller,
  producer: { parent_id: number | null },
  message = 'Só o organizador vê e encerra as sessões de um realizador.',
): void {
  if (!ownsAccount(caller, producer)) throw new AppError('forbidden', { message })
}

/** Callers grant and revoke only permissions they have. */
export const holdsAll = (caller: Caller, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => may(caller, permission))
