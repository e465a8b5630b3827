import type { Deps } from '#server/deps.ts'
import { audit, auditUser } from '#server/lib/audit.ts'
import { type Caller, PLATFORM_ENTERPRISE } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError, isForeignKeyViolation } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { removeFiles } from '../account/jobs.ts'
import { anonymizeUser } from '../account/privacy/queries.ts'
import { hasOrders, lockAccounts } from '../account/queries.ts'
import { removeRole } from '../account/remove-account.ts'
import { lockOrganizer } from '../producer/queries.ts'
import { lockAccount } from './accounts/queries.ts'
import { deleteEnterpriseRow, lockEnterprise } from './enterprises/queries.ts'
import { deleteOrganizerRow, getOrganizer } from './organizers/queries.ts'

// Deleting what was made by mistake. Whether a company has a history is not asked beforehand: the foreign keys say it,
// also of what a concurrent request is adding, and then nothing was deleted.

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

/** Throws 409 for an enterprise with organizers, events or users, and for the one that runs the platform. */
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
      await audit(tx, { ...entry, action: 'enterprise.deleted', entity: 'enterprise', before })
    },
  )

/** Throws 409 for an organizer with events, realizadores or payouts: it is suspended instead. */
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
      await audit(tx, { ...entry, action: 'organizer.deleted', entity: 'organizer', before })
    },
  )

/** Throws 409 for a participant with orders, which wait for the account's lock, and for one who also runs something. */
export const deleteParticipant = (deps: Needed, { caller, id, ip }: Deletion): Promise<void> =>
  transaction(deps.db, async (tx) => {
    const at = deps.clock.now()
    const account = await lockAccount(tx, id)
    if (account.roles.some((role) => role !== 'Participante')) throw new AppError('organization_account')
    if (await hasOrders(tx, id))
      throw new AppError('in_use', {
        message:
          'Este participante tem inscrições ou pagamentos e não pode ser apagado. Bloqueie-o, ou peça que exclua a própria conta.',
      })
    await anonymizeUser(tx, id, at)
    const paths = [account.image_path, account.document_path].filter((path) => path !== null)
    if (paths.length > 0) await addJob(tx, removeFiles, { paths })
    await auditUser(tx, 'user.removed', { at, userId: id, by: caller.userId, ip })
  })
