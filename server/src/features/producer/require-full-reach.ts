import type { Caller } from '#server/lib/auth.ts'
import type { Tx } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hasEventOutside } from './events/queries.ts'
import { listGranted } from './permissions/queries.ts'
import { eventReach, holdsAll } from './policy.ts'

/**
 * Throws 403 unless the caller has every permission of the realizador and reaches all their events: changes of a
 * realizador take effect on all of them. The caller of this holds the realizador's lock.
 */
export async function requireFullReach(tx: Tx, caller: Caller, producerId: number): Promise<void> {
  const granted = await listGranted(tx, producerId)
  const names = granted.map((permission) => permission.name)
  if (!holdsAll(caller, names))
    throw new AppError('forbidden', { message: 'Este realizador tem permissões que você não tem.' })
  if (await hasEventOutside(tx, eventReach(caller), producerId))
    throw new AppError('forbidden', {
      message: 'Este realizador trabalha em eventos que você não vê. Peça a mudança ao organizador.',
    })
}
