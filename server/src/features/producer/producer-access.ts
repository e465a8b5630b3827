import type { Deps } from '#server/deps.ts'
import { changeBlock } from '#server/features/account/change-block.ts'
import { sendPasswordResetMail } from '#server/features/account/jobs.ts'
import { lockAccounts } from '#server/features/account/queries.ts'
import { removeRole } from '#server/features/account/remove-account.ts'
import { sendProducerInvitation } from '#server/features/organizer/jobs.ts'
import { deleteCompanyRow } from '#server/features/organizer/queries.ts'
import { requireNotSuspended } from '#server/features/organizer/require-not-suspended.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { requireOwner } from './policy.ts'
import { getProducer, lockProducer } from './queries.ts'
import { sendAccess } from './send-access.ts'

interface Change {
  caller: Caller
  producerId: number
  ip: string
}
type Needed = Pick<Deps, 'db' | 'clock'>

const OWNERS_ONLY = 'Só o organizador bloqueia, convida de novo e remove um realizador.'

/** Ends the sessions unless the account has other roles. Idempotent. Throws 403, 404, 409. */
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
      entityId: producerId,
      after: blocked ? { reason } : undefined,
      ip,
    })
    return blocked ? at : null
  })
}

/** Sends an invitation (returns true) or a link for a new password (false). Throws 403, 404, 409. */
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

/** The realizador's actions stay recorded under their name. Throws 403, 404, 409. */
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
      entityId: producerId,
      before: { fantasy_name: producer.fantasy_name },
      after: { reason },
      ip,
    })
  })
}

/** In the lock order of docs/algorithms/back-office.md; the organizer's lock prevents suspension. */
async function lockOwned(tx: Tx, caller: Caller, producerId: number) {
  const { parent_id: organizerId } = await getProducer(tx, caller, producerId)
  if (organizerId !== null) await requireNotSuspended(tx, organizerId)
  const producer = await lockProducer(tx, caller, producerId)
  requireOwner(caller, producer, OWNERS_ONLY)
  const [account] = await lockAccounts(tx, [producer.user_id])
  if (!account) throw new AppError('not_found')
  return { producer, account }
}
