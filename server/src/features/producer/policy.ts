import type { Permission } from '#contract/roles.ts'
import { type Caller, hasRole, may } from '#server/lib/auth.ts'
import { AppError } from '#server/lib/errors.ts'

/** Only a realizador's organizer and Admin may change the account's e-mail, company and sessions. */
export const ownsAccount = (caller: Caller, producer: { parent_id: number | null }): boolean =>
  hasRole(caller, 'Admin') || (caller.organizer !== null && caller.organizer.id === producer.parent_id)

export function requireOwner(
  caller: Caller,
  producer: { parent_id: number | null },
  message = 'Só o organizador vê e encerra as sessões de um realizador.',
): void {
  if (!ownsAccount(caller, producer)) throw new AppError('forbidden', { message })
}

/** Callers may grant and revoke only permissions that they have themselves. */
export const holdsAll = (caller: Caller, permissions: readonly Permission[]): boolean =>
  permissions.every((permission) => may(caller, permission))
