import type { Permission } from '#contract/roles.ts'
import { type Caller, hasRole, may } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'

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

/** A realizador's account is the organizer's they work for, and Admin's: nobody else changes its e-mail, its company or its sessions. */
export const ownsAccount = (caller: Caller, producer: { parent_id: number | null }): boolean =>
  hasRole(caller, 'Admin') || (caller.organizer !== null && caller.organizer.id === producer.parent_id)

/** Throws 403 for everybody else. */
export function requireOwner(caller: Caller, producer: { parent_id: number | null }): void {
  if (!ownsAccount(caller, producer))
    throw new AppError('forbidden', { message: 'Só o organizador vê e encerra as sessões de um realizador.' })
}

/** Nobody gives, takes away or changes powers they do not have. */
export const holdsAll = (caller: Caller, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => may(caller, permission))
