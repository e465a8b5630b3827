import type { Role } from '#contract/roles.ts'
import type { Config } from '#server/config.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'

/** Only the user sees and changes a profile and its picture; for everybody else they do not exist. */
export const ownsProfile = (caller: Caller, userId: number): boolean => caller.userId === userId

export const mayChangePicture = (caller: Caller): boolean => hasRole(caller, 'Participante')

/** Accounts that see everybody's data need a second factor, unless the configuration says otherwise. */
export const mustHaveSecondFactor = (
  { secondFactor }: Pick<Config, 'secondFactor'>,
  roles: readonly Role[],
): boolean => secondFactor === 'required' && (roles.includes('Admin') || roles.includes('Empresa'))
