import type { Session } from '#contract/account/session.ts'
import type { Deps } from '#server/deps.ts'
import { endSession, endSessions } from '#server/features/account/session/queries.ts'
import { listSessions } from '#server/features/account/session/sessions.ts'
import { hasOtherRole } from '#server/features/organizer/queries.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { requireOwner } from './policy.ts'
import { getProducer, lockProducer } from './queries.ts'

/** Throws 403, 404. */
export async function listProducerSessions(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  producerId: number,
): Promise<Session[]> {
  const producer = await getProducer(db, caller, producerId)
  requireOwner(caller, producer)
  // Sessions of an account with other roles are private: their use would reveal activity in those roles.
  if (await hasOtherRole(db, producer.user_id)) return []
  return listSessions({ db, clock }, caller, { userId: producer.user_id, roles: ['Organizador'] })
}

interface Ending {
  caller: Caller
  producerId: number
  /** Null: all sessions. */
  sessionId: number | null
  ip: string
}

/** Throws 403, 404, and 409 for an account with other roles, because its sessions serve those too. */
export async function endProducerSessions(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, producerId, sessionId, ip }: Ending,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const producer = await lockProducer(tx, caller, producerId)
    requireOwner(caller, producer)
    if (await hasOtherRole(tx, producer.user_id))
      throw new AppError('state_changed', { message: OTHER_ROLES })
    if (sessionId === null) await endSessions(tx, producer.user_id, at)
    else if (!(await endSession(tx, producer.user_id, sessionId, at)))
      throw new AppError('not_found', { message: 'Esta sessão já foi encerrada.' })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: sessionId === null ? 'producer.sessions_ended' : 'producer.session_ended',
      entityId: producerId,
      ip,
    })
  })
}

const OTHER_ROLES =
  'Esta pessoa também usa a conta em outros papéis, e só ela encerra as sessões. Para tirar o acesso dela, bloqueie ou remova o realizador.'
