import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { seal } from '#server/lib/seal.ts'
import { base32, newTotpSecret, totpUri } from '#server/lib/totp.ts'
import { requirePassword, requireSamePassword } from '../credentials/require-password.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { lockUser, updateUser } from '../queries.ts'
import { endSessions } from '../session/queries.ts'
import { confirmFactor, findFactor, putFactor, replaceRecoveryCodes } from './queries.ts'
import {
  checkingCode,
  hashRecoveryCode,
  newRecoveryCodes,
  ownerOf,
  takeAppCode,
  wrongCode,
} from './take-code.ts'

const ISSUER = 'Largada'

/** The first code confirms the secret; starting again replaces it. Throws 409 when the factor is on. */
export async function beginEnrolment(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter' | 'secrets'>,
  caller: Caller,
  password: string,
): Promise<{ secret: string; uri: string }> {
  const known = await requirePassword(deps, caller, password, 'password')
  const { userId } = caller
  const secret = newTotpSecret()
  const { email } = await transaction(deps.db, async (tx) => {
    const user = await lockUser(tx, userId)
    await requireSamePassword(tx, userId, known)
    if ((await findFactor(tx, userId))?.confirmed_at)
      throw new AppError('state_changed', { message: 'A verificação em duas etapas já está ativa.' })
    const sealed = seal(secret, deps.secrets.secondFactorKey, ownerOf(userId))
    await putFactor(tx, userId, sealed, deps.clock.now())
    return user
  })
  return { secret: base32(secret), uri: totpUri(secret, { issuer: ISSUER, account: email }) }
}

/** Ends the other sessions, which required only the password. Throws 409 when no enrolment was started. */
export async function confirmEnrolment(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter' | 'secrets'>,
  caller: Caller,
  { code, ip }: { code: string; ip: string },
): Promise<string[]> {
  const { userId } = caller
  const codes = newRecoveryCodes()
  const at = deps.clock.now()
  const turnOn = () =>
    transaction(deps.db, async (tx) => {
      await lockUser(tx, userId)
      const factor = await findFactor(tx, userId)
      if (!factor || factor.confirmed_at)
        throw new AppError('state_changed', {
          message: 'Não há ativação em andamento. Recarregue a página e comece de novo.',
        })
      if (!(await takeAppCode(tx, deps.secrets, { userId, code, at }))) throw wrongCode(userId)
      await confirmFactor(tx, userId, at)
      await updateUser(tx, userId, { second_factor_at: at }, at)
      await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
      await endSessions(tx, userId, at, caller.sessionId)
      await addJob(tx, sendSecondFactorMail, { userId, what: 'enabled' })
      await auditUser(tx, 'user.second_factor_enabled', { at, userId, ip })
    })
  await checkingCode(deps, caller, turnOn)
  return codes
}
