import { type Caller, hasRole } from '#server/lib/auth.ts'

/** The company that runs the platform: the one Admin and Empresa speak for. */
const HOUSE = 1

/** The enterprise a caller belongs to. */
export const enterpriseOf = (caller: Caller): number => caller.organizer?.enterpriseId ?? HOUSE

/**
 * Whose fee settings a caller sees and changes: Admin and Empresa the enterprise's, an organizer its own, and a realizador
 * those of the organizer they work for.
 */
export const feesOrganizerOf = (caller: Caller): number | null =>
  hasRole(caller, 'Admin', 'Empresa') ? null : (caller.organizer?.parentId ?? caller.organizer?.id ?? null)
