import { type Caller, hasRole, PLATFORM_ENTERPRISE } from '#server/lib/auth.ts'

/** The enterprise the caller belongs to: Admin to the one that runs the platform. */
export const enterpriseOf = (caller: Caller): number =>
  caller.organizer?.enterpriseId ?? caller.enterpriseId ?? PLATFORM_ENTERPRISE

/**
 * The organizer whose fees the caller sees and changes; null: the enterprise's, for Admin and Empresa. Realizadores
 * work on their organizer's.
 */
export const feesOrganizerOf = (caller: Caller): number | null =>
  hasRole(caller, 'Admin', 'Empresa') ? null : (caller.organizer?.parentId ?? caller.organizer?.id ?? null)
