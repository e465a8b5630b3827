import type { Role } from '#contract/roles.ts'
import type { Config } from '#server/config.ts'
import { type Caller, hasRole } from '#server/lib/auth.ts'

/** A profile and its picture are seen and changed by the person alone; of anybody else's nothing is said. */
export const ownsProfile = (caller: Caller, userId: number): boolean => caller.userId === userId

export const mayChangePicture = (caller: Caller): boolean => hasRole(caller, 'Participante')

/** The password of an account that sees everybody's data is not enough, unless the installation says so. */
export const mustHaveSecondFactor = (
  { secondFactor }: Pick<Config, 'secondFactor'>,
  roles: readonly Role[],
): boolean => secondFactor === 'required' && (roles.includes('Admin') || roles.includes('Empresa'))
