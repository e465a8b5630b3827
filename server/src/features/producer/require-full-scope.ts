import { eventScope } from '#server/features/event/access/scope.ts'
import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hasEventOutside } from './events/queries.ts'
import { listGranted } from './permissions/queries.ts'
import { holdsAll } from './policy.ts'

/** A change of a realizador affects all their permissions and events. The realizador must be locked. */
export async function requireFullScope(tx: Tx, caller: Caller, producerId: number): Promise<void> {
  const granted = await listGranted(tx, producerId)
  const names = granted.map((permission) => permission.name)
  if (!holdsAll(caller, names))
    throw new AppError('forbidden', { message: 'Este realizador tem permissões que você não tem.' })
  if (await hasEventOutside(tx, eventScope(caller), producerId))
    throw new AppError('forbidden', {
      message: 'Este realizador trabalha em eventos que você não vê. Peça a mudança ao organizador.',
    })
}
