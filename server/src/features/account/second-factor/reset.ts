import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { endSessions } from '../session/queries.ts'
import { removeSecondFactor } from './change.ts'
import { lockSecondFactor } from './queries.ts'

interface Reset {
  userId: number
  /** Null: whoever runs the installation. */
  actorUserId: number | null
  ip: string | null
}

/**
 * Takes the second factor off the account of somebody who lost phone and recovery codes; all their sessions end and they are told.
 * Throws 404, or 409 when there is none.
 */
export async function resetSecondFactor(
  deps: Pick<Deps, 'db' | 'clock'>,
  { userId, actorUserId, ip }: Reset,
): Promise<void> {
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const since = await lockSecondFactor(tx, userId)
    if (since === undefined) throw new AppError('not_found', { message: 'Conta não encontrada.' })
    if (since === null)
      throw new AppError('state_changed', {
        message: 'Esta conta não tem a verificação em duas etapas ativa.',
      })
    await removeSecondFactor(tx, userId, at)
    await endSessions(tx, userId, at)
    await addJob(tx, sendSecondFactorMail, { userId, what: 'reset' })
    const entity = { entity: 'user', entityId: userId } as const
    await audit(tx, { at, actorUserId, action: 'user.second_factor_reset', ...entity, ip })
  })
}
