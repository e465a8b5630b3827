import type { Role } from '#contract/roles.ts'
import type { Config } from '#server/config.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'

/** For everybody else a profile does not exist. */
export const ownsProfile = (caller: Caller, userId: number): boolean => caller.userId === userId

export const mayChangePicture = (caller: Caller): boolean => hasRole(caller, 'Participante')

/** Admin and Empresa see everybody's data. */
export const mustHaveSecondFactor = (
  { secondFactor }: Pick<Config, 'secondFactor'>,
  roles: readonly Role[],
): boolean => secondFactor === 'required' && (roles.includes('Admin') || roles.includes('Empresa'))
