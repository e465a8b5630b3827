import { type Caller, hasRole } from '#server/lib/auth.ts'

/** The enterprise that runs the platform, which Admin and Empresa belong to. */
const PLATFORM_ENTERPRISE = 1

/** The enterprise the caller belongs to. */
export const enterpriseOf = (caller: Caller): number => caller.organizer?.enterpriseId ?? PLATFORM_ENTERPRISE

/**
 * The organizer whose fees the caller sees and changes; null: the enterprise's, for Admin and Empresa. Realizadores
 * work on their organizer's.
 */
export const feesOrganizerOf = (caller: Caller): number | null =>
  hasRole(caller, 'Admin', 'Empresa') ? null : (caller.organizer?.parentId ?? caller.organizer?.id ?? null)
