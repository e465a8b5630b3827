import { type Caller, hasRole } from '#server/lib/auth.ts'

/** A profile and its picture are seen and changed by the person alone; of anybody else's nothing is said. */
export const ownsProfile = (caller: Caller, userId: number): boolean => caller.userId === userId

export const mayChangePicture = (caller: Caller): boolean => hasRole(caller, 'Participante')
