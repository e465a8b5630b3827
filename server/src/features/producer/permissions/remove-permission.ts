import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { holdsAll } from '../policy.ts'
import { lockProducer } from '../queries.ts'
import { requireCover } from '../require-cover.ts'
import { deleteGrant, listCatalogue, listGranted } from './queries.ts'

interface Removal {
  caller: Caller
  producerId: number
  /** Its id or its name. */
  permission: string
  ip: string
}

/** Takes a permission away from a realizador, from their next request on. Taking what they do not have changes nothing. */
export async function removePermission(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, permission, ip }: Removal,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    await lockProducer(tx, caller, producerId)
    const known = await listCatalogue(tx)
    const unwanted = known.find(({ id, name }) => name === permission || String(id) === permission)
    if (!unwanted) throw new AppError('not_found', { message: 'Permissão não encontrada.' })
    if (!holdsAll(caller, [unwanted.name]))
      throw new AppError('forbidden', { message: 'Você não pode retirar uma permissão que não tem.' })
    await requireCover(tx, caller, producerId)

    const before = await listGranted(tx, producerId)
    if (!before.some(({ id }) => id === unwanted.id)) return
    await deleteGrant(tx, producerId, unwanted.id)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.permission_removed',
      entity: 'producer',
      entityId: producerId,
      before: { permissions: before.map(({ name }) => name) },
      after: { permissions: before.filter(({ id }) => id !== unwanted.id).map(({ name }) => name) },
      ip,
    })
  })
}
