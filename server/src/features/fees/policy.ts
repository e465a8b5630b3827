import { type Caller, hasRole, PLATFORM_ENTERPRISE } from '#server/lib/auth.ts'

/** Admin belongs to the enterprise that runs the platform. */
export const enterpriseOf = (caller: Caller): number =>
  caller.organizer?.enterpriseId ?? caller.enterpriseId ?? PLATFORM_ENTERPRISE

/**
 * The organizer whose fees the caller handles, also for a realizador; null for Admin and Empresa, who handle
 * the enterprise's.
 */
export const feesOrganizerOf = (caller: Caller): number | null =>
  hasRole(caller, 'Admin', 'Empresa') ? null : (caller.organizer?.parentId ?? caller.organizer?.id ?? null)
