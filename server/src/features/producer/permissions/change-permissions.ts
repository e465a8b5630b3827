import { withDependents, withNeeded } from '#contract/permissions.ts'
import type { PermissionRow } from '#contract/producer/producer.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { holdsAll } from '../policy.ts'
import { lockProducer } from '../queries.ts'
import { requireFullScope } from '../require-full-scope.ts'
import { deleteGrants, insertGrants, listCatalogue, listGranted } from './queries.ts'

interface Grant {
  caller: Caller
  producerId: number
  permissionIds: readonly number[]
  ip: string
}

/** Includes the permissions that these require; returns all current ones. */
export async function addPermissions(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, permissionIds, ip }: Grant,
): Promise<PermissionRow[]> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const producer = await lockProducer(tx, caller, producerId)
    const known = await listCatalogue(tx)
    const asked = known.filter((permission) => permissionIds.includes(permission.id))
    if (asked.length < new Set(permissionIds).size)
      throw invalidField('permissions', 'Permissão não encontrada.')
    const wanted = withNeeded(asked.map((permission) => permission.name))
    if (!holdsAll(caller, wanted))
      throw new AppError('forbidden', { message: 'Você não pode conceder uma permissão que não tem.' })
    await requireFullScope(tx, caller, producerId)

    const before = await listGranted(tx, producerId)
    const wantedIds = known.filter(({ name }) => wanted.includes(name)).map(({ id }) => id)
    await insertGrants(tx, { organizerId: producerId, permissionIds: wantedIds, by: caller.userId, at })
    const after = await listGranted(tx, producerId)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.permissions_added',
      entityId: producer.id,
      before: { permissions: before.map((permission) => permission.name) },
      after: { permissions: after.map((permission) => permission.name) },
      ip,
    })
    return after
  })
}

interface Removal {
  caller: Caller
  producerId: number
  permission: string
  ip: string
}

/** Includes the permissions that require it; effective with the next request. Idempotent. */
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
    await requireFullScope(tx, caller, producerId)

    const before = await listGranted(tx, producerId)
    const names = before.map(({ name }) => name)
    if (!names.includes(unwanted.name)) return
    const removed = withDependents(unwanted.name, names)
    await deleteGrants(
      tx,
      producerId,
      before.filter(({ name }) => removed.includes(name)).map(({ id }) => id),
    )
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.permission_removed',
      entityId: producerId,
      before: { permissions: names },
      after: { permissions: names.filter((name) => !removed.includes(name)) },
      ip,
    })
  })
}
