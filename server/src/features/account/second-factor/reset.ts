import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { lockUser } from '../queries.ts'
import { endSessions } from '../session/queries.ts'
import { removeSecondFactor } from './change.ts'

/**
 * Takes the second factor off an account whose owner has lost phone and recovery codes; all sessions end and the owner is told.
 * `actorUserId` is null for whoever runs the installation. False when there was none.
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, actorUserId, ip }: { userId: number; actorUserId: number | null; ip: string | null },
): Promise<boolean> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const { second_factor_at: since } = await lockUser(tx, userId)
    if (!since) return false
    await removeSecondFactor(tx, userId, at)
    await endSessions(tx, userId, at)
    await addJob(tx, sendSecondFactorMail, { userId, what: 'reset' })
    const entity = { entity: 'user', entityId: userId } as const
    await audit(tx, { at, actorUserId, action: 'user.second_factor_reset', ...entity, ip })
    return true
  })
}
