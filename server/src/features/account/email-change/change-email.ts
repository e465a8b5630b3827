import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { EMAIL_TAKEN } from '../create-user.ts'
import { type PasswordProof, requirePassword, requireSamePassword } from '../credentials/require-password.ts'
import { LIMITS } from '../limits.ts'
import { findTaken, getUser, lockUser } from '../queries.ts'
import { sendEmailChangeLink, sendEmailChangeNotice } from './jobs.ts'
import { dropPendingChange, insertChange, undoUntil } from './queries.ts'

interface Wanted {
  email: string
  /** Null when none was sent. */
  password: string | null
}

const passwordMissing = () => invalidField('password', 'Digite a sua senha para trocar o e-mail.')

/**
 * Asks for the caller's password when this is another e-mail than the account's; null when it is the same. A session that was
 * left open or stolen is not enough to take an account over. Throws 422 on `password`.
 */
export async function proveForEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  { email, password }: Wanted,
): Promise<PasswordProof | null> {
  const before = await getUser(deps.db, caller.userId)
  if (before.email === email) return null
  if (password === null) throw passwordMissing()
  const proof = await requirePassword(deps, caller, password, 'password')
  await deps.rateLimiter.consume(LIMITS.emailChangeOfCaller, String(caller.userId))
  return proof
}

interface Change {
  /** The account, locked. */
  before: { id: number; email: string }
  newEmail: string
  proof: PasswordProof | null
  at: Date
  ip: string
}

/**
 * Begins a change of the own e-mail, in place of one that waits; false when it is the account's already. Nothing changes before
 * the new address is verified; the old one is told at once. Throws 422 when somebody has the address.
 */
export async function changeEmail(tx: Tx, { before, newEmail, proof, at, ip }: Change): Promise<boolean> {
  if (before.email === newEmail) return false
  const { id: userId, email: oldEmail } = before
  // The address changed since the password was asked for, or not.
  if (!proof) throw passwordMissing()
  await requireSamePassword(tx, userId, proof)
  const taken = await findTaken(tx, { email: newEmail, cpf: null, exceptUserId: userId })
  if (taken.email) throw invalidField('email', EMAIL_TAKEN)
  await dropPendingChange(tx, userId, at)
  const changeId = await insertChange(tx, { userId, oldEmail, newEmail, at, undoUntil: undoUntil(at) })
  await addJob(tx, sendEmailChangeLink, { changeId })
  await addJob(tx, sendEmailChangeNotice, { changeId })
  await auditUser(tx, 'user.email_change_requested', { at, userId, ip })
  return true
}

/**
 * Throws 422 when somebody who looks after accounts gives the own one another e-mail in that way: it would ask for no password
 * and could not be undone.
 */
export function refuseOwnEmail(caller: Caller, userId: number): void {
  if (caller.userId !== userId) return
  throw invalidField('email', 'Este é o e-mail da sua própria conta. Troque-o em Minha conta.')
}

/** The same by itself, for whoever has no participant's profile to save. */
export async function changeOwnEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  wanted: Wanted,
  ip: string,
): Promise<boolean> {
  const proof = await proveForEmail(deps, caller, wanted)
  return transaction(deps.db, async (tx) =>
    changeEmail(tx, {
      before: await lockUser(tx, caller.userId),
      newEmail: wanted.email,
      proof,
      at: deps.clock.now(),
      ip,
    }),
  )
}
