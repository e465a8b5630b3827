import type { Caller } from '#server/lib/auth.ts'

/** The company that runs the platform: the one Admin and Empresa speak for. */
const HOUSE = 1

/** Whose fee settings a caller sees and changes: those of the enterprise their organizer belongs to. */
export const enterpriseOf = (caller: Caller): number => caller.organizer?.enterpriseId ?? HOUSE
