import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { type Confirmation, confirmed } from '../confirm.ts'
import { requirePassword, requireSamePassword } from '../credentials/require-password.ts'
import { sendSecondFactorMail } from '../jobs.ts'
import { lockAccounts, lockUser, updateUser } from '../queries.ts'
import { endSessions } from '../session/queries.ts'
import { deleteFactor, lockSecondFactor, replaceRecoveryCodes } from './queries.ts'
import { checkingCode, hashRecoveryCode, newRecoveryCodes, takeCode } from './take-code.ts'

type ChangeDeps = Pick<Deps, 'db' | 'clock' | 'rateLimiter' | 'secrets'>

interface Proof {
  password: string
  code: string
  ip: string
}

/** `change` runs in the same transaction, with the account locked. */
async function withProof(
  deps: ChangeDeps,
  caller: Caller,
  { password, code, ip }: Proof,
  change: (tx: Tx, at: Date) => Promise<void>,
): Promise<void> {
  const { userId } = caller
  const known = await requirePassword(deps, caller, password, 'password')
  const at = deps.clock.now()
  const prove = () =>
    transaction(deps.db, async (tx) => {
      const { second_factor_at: since } = await lockUser(tx, userId)
      await requireSamePassword(tx, userId, known)
      if (!since)
        throw new AppError('state_changed', { message: 'A verificação em duas etapas não está ativa.' })
      await takeCode(tx, deps.secrets, { userId, code, at, ip })
      await change(tx, at)
    })
  await checkingCode(deps, caller, prove)
}

export async function renewRecoveryCodes(deps: ChangeDeps, caller: Caller, proof: Proof): Promise<string[]> {
  const { userId } = caller
  const codes = newRecoveryCodes()
  await withProof(deps, caller, proof, async (tx, at) => {
    await replaceRecoveryCodes(tx, userId, codes.map(hashRecoveryCode))
    await addJob(tx, sendSecondFactorMail, { userId, what: 'codes_renewed' })
    await auditUser(tx, 'user.recovery_codes_renewed', { at, userId, ip: proof.ip })
  })
  return codes
}

export async function turnSecondFactorOff(deps: ChangeDeps, caller: Caller, proof: Proof): Promise<void> {
  const { userId } = caller
  await withProof(deps, caller, proof, async (tx, at) => {
    await removeSecondFactor(tx, userId, at)
    await addJob(tx, sendSecondFactorMail, { userId, what: 'disabled' })
    await auditUser(tx, 'user.second_factor_disabled', { at, userId, ip: proof.ip })
  })
}

/** The caller holds the account's lock. */
export async function removeSecondFactor(tx: Tx, userId: number, at: Date): Promise<void> {
  await deleteFactor(tx, userId)
  await updateUser(tx, userId, { second_factor_at: null }, at)
}

interface Reset {
  userId: number
  /** Null: the operator of the installation, on the command line. */
  by: number | null
  reason?: string
  ip: string | null
  at: Date
}

/** Ends the sessions and notifies the owner. */
async function reset(tx: Tx, { userId, by, reason, ip, at }: Reset): Promise<void> {
  const since = await lockSecondFactor(tx, userId)
  if (since === undefined) throw new AppError('not_found', { message: 'Conta não encontrada.' })
  if (since === null)
    throw new AppError('state_changed', {
      message: 'Esta conta não tem a verificação em duas etapas ativa.',
    })
  await removeSecondFactor(tx, userId, at)
  await endSessions(tx, userId, at)
  await addJob(tx, sendSecondFactorMail, { userId, what: 'reset' })
  await auditUser(tx, 'user.second_factor_reset', { at, userId, by, after: reason && { reason }, ip })
}

/** For the command line. Throws 404 for an unknown account, 409 when it is off. */
export const resetSecondFactor = ({ db, clock }: Pick<Deps, 'db' | 'clock'>, userId: number): Promise<void> =>
  transaction(db, (tx) => reset(tx, { userId, by: null, ip: null, at: clock.now() }))

/** For an administrator. Throws 404 and 409 too, 422 on `current_password` and `code`. */
export const resetOther = (
  deps: ChangeDeps,
  { userId, reason, ...confirmation }: Confirmation & { userId: number; reason: string },
): Promise<void> =>
  confirmed(deps, confirmation, (prove) =>
    transaction(deps.db, async (tx) => {
      const { caller, ip } = confirmation
      // Two administrators may reset each other.
      await lockAccounts(tx, [caller.userId, userId])
      await prove(tx)
      await reset(tx, { userId, by: caller.userId, reason, ip, at: deps.clock.now() })
    }),
  )
