import type { Deps } from '#server/deps.ts'
import { lockAccounts } from '#server/features/account/queries.ts'
import { removeRole } from '#server/features/account/remove-account.ts'
import { lockOrganizer } from '#server/features/organizer/queries.ts'
import { audit } from '#server/lib/audit.ts'
import { type Caller, PLATFORM_ENTERPRISE } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { deleteEnterpriseRow, lockEnterprise } from './enterprises/queries.ts'
import { deleteOrganizerRow, getOrganizer } from './organizers/queries.ts'

// Deletes records that were created by mistake. The foreign keys reject the deletion of a record that others
// reference.

interface Deletion {
  caller: Caller
  id: number
  ip: string
}
type Needed = Pick<Deps, 'db' | 'clock'>

const unlessUsed = async (deps: Needed, message: string, change: (tx: Tx, at: Date) => Promise<void>) =>
  transaction(deps.db, (tx) => change(tx, deps.clock.now())).catch((error) => {
    throw isForeignKeyViolation(error) ? new AppError('in_use', { message }) : error
  })

/** Throws 409 if the enterprise has organizers, events or users, or runs the platform. */
export const deleteEnterprise = (deps: Needed, { caller, id, ip }: Deletion): Promise<void> =>
  unlessUsed(
    deps,
    'Esta empresa tem organizadores, eventos ou usuários e não pode ser apagada.',
    async (tx, at) => {
      if (id === PLATFORM_ENTERPRISE)
        throw new AppError('in_use', { message: 'A empresa da plataforma não pode ser apagada.' })
      const before = await lockEnterprise(tx, id)
      await deleteEnterpriseRow(tx, id)
      const entry = { at, actorUserId: caller.userId, entityId: id, ip }
      await audit(tx, { ...entry, action: 'enterprise.deleted', before })
    },
  )

/** Throws 409 if the organizer has events, realizadores or payouts. */
export const deleteOrganizer = (deps: Needed, { caller, id, ip }: Deletion): Promise<void> =>
  unlessUsed(
    deps,
    'Este organizador tem eventos, realizadores ou repasses e não pode ser apagado. Suspenda-o.',
    async (tx, at) => {
      await lockOrganizer(tx, id)
      const { user_id: userId, fantasy_name, enterprise_id } = await getOrganizer(tx, id)
      await deleteOrganizerRow(tx, id)
      const [account] = await lockAccounts(tx, [userId])
      if (account) await removeRole(tx, account, 'Organizador', at)
      const entry = { at, actorUserId: caller.userId, entityId: id, ip }
      const before = { fantasy_name, enterprise_id }
      await audit(tx, { ...entry, action: 'organizer.deleted', before })
    },
  )
