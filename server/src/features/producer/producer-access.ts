import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { changeBlock } from '../account/change-block.ts'
import { sendPasswordResetMail } from '../account/jobs.ts'
import { lockAccounts } from '../account/queries.ts'
import { removeRole } from '../account/remove-account.ts'
import { sendProducerInvitation } from './jobs.ts'
import { requireOwner } from './policy.ts'
import { deleteCompanyRow, getProducer, lockProducer } from './queries.ts'
import { requireNotSuspended } from './require-not-suspended.ts'
import { sendAccess } from './send-access.ts'

// What the owner of a realizador's account does with it: the organizer they work for, and Admin.

interface Change {
  caller: Caller
  producerId: number
  ip: string
}
type Needed = Pick<Deps, 'db' | 'clock'>

const OWNERS_ONLY = 'Só o organizador bloqueia, convida de novo e remove um realizador.'

/** Blocks a realizador, which ends their sessions unless the account has other roles, or unblocks them. Idempotent. Returns when they were blocked. Throws 403, 404, 409. */
export async function blockProducer(
  deps: Needed,
  { caller, producerId, blocked, reason, ip }: Change & { blocked: boolean; reason: string | undefined },
): Promise<Date | null> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const { producer, account } = await lockOwned(tx, caller, producerId)
    if (!(await changeBlock(tx, account, { role: 'Organizador', blocked, reason, at })))
      return producer.blocked_at
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: blocked ? 'producer.blocked' : 'producer.unblocked',
      entity: 'producer',
      entityId: producerId,
      after: blocked ? { reason } : undefined,
      ip,
    })
    return blocked ? at : null
  })
}

/** Sends a realizador the invitation again, or a link to set a new password. True for an invitation. Throws 403, 404, 409. */
export async function resetProducerAccess(
  deps: Needed & Pick<Deps, 'rateLimiter'>,
  { caller, producerId, ip }: Change,
): Promise<boolean> {
  const producer = await getProducer(deps.db, caller, producerId)
  requireOwner(caller, producer, OWNERS_ONLY)
  const invited = producer.email_verified_at === null
  await sendAccess(deps, {
    caller,
    account: { userId: producer.user_id, blocked: producer.blocked_at !== null },
    job: invited ? sendProducerInvitation : sendPasswordResetMail,
    entity: 'producer',
    entityId: producerId,
    ip,
  })
  return invited
}

/** Removes a realizador with their permissions and links to events; what they did stays under their name. Throws 403, 404, 409. */
export async function removeProducer(
  deps: Needed,
  { caller, producerId, reason, ip }: Change & { reason: string },
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const { producer, account } = await lockOwned(tx, caller, producerId)
    await deleteCompanyRow(tx, producerId)
    await removeRole(tx, account, 'Organizador', at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.removed',
      entity: 'producer',
      entityId: producerId,
      before: { fantasy_name: producer.fantasy_name },
      after: { reason },
      ip,
    })
  })
}

/** Locks the organizer against being suspended, then the realizador, then the account: the order of docs/algorithms/back-office.md. */
async function lockOwned(tx: Tx, caller: Caller, producerId: number) {
  const { parent_id: organizerId } = await getProducer(tx, caller, producerId)
  if (organizerId !== null) await requireNotSuspended(tx, organizerId)
  const producer = await lockProducer(tx, caller, producerId)
  requireOwner(caller, producer, OWNERS_ONLY)
  const [account] = await lockAccounts(tx, [producer.user_id])
  if (!account) throw new AppError('not_found')
  return { producer, account }
}
