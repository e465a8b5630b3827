import { EMAIL_TAKEN } from '#contract/account/email-verification.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { type PasswordProof, requirePassword, requireSamePassword } from '../credentials/require-password.ts'
import { LIMITS } from '../limits.ts'
import { findTaken, getUser, lockUser } from '../queries.ts'
import { sendEmailChangeLink, sendEmailChangeNotice } from './jobs.ts'
import { dropPendingChange, insertChange, undoUntil } from './queries.ts'

interface Wanted {
  email: string
  /** Null when the form has no password field. */
  password: string | null
}

const passwordMissing = () => invalidField('password', 'Digite a sua senha para trocar o e-mail.')

/** A stolen session must not take over the account. Null if the e-mail stays. Throws 422 on `password`. */
export async function requirePasswordForEmail(
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
  /** The locked account. */
  before: { id: number; email: string }
  newEmail: string
  proof: PasswordProof | null
  at: Date
  ip: string
}

/** The account keeps its address until the new one is verified. Throws 422 when another account has it. */
export async function changeEmail(tx: Tx, { before, newEmail, proof, at, ip }: Change): Promise<boolean> {
  if (before.email === newEmail) return false
  const { id: userId, email: oldEmail } = before
  // The account's address may have changed since `requirePasswordForEmail`.
  if (!proof) throw passwordMissing()
  await requireSamePassword(tx, userId, proof)
  const taken = await findTaken(tx, { email: newEmail, cpf: null, exceptUserId: userId })
  if (taken.email) throw invalidField('email', EMAIL_TAKEN)
  await dropPendingChange(tx, userId, at)
  const changeId = await insertChange(tx, {
    user_id: userId,
    old_email: oldEmail,
    new_email: newEmail,
    requested_at: at,
    undo_until: undoUntil(at),
  })
  await addJob(tx, sendEmailChangeLink, { changeId })
  await addJob(tx, sendEmailChangeNotice, { changeId })
  await auditUser(tx, 'user.email_change_requested', { at, userId, ip })
  return true
}

/**
 * Refuses to change the caller's own e-mail in the form for other accounts, which asks for no password and
 * whose change cannot be undone. Throws 422.
 */
export function refuseOwnEmail(caller: Caller, userId: number): void {
  if (caller.userId !== userId) return
  throw invalidField('email', 'Este é o e-mail da sua própria conta. Troque-o em Minha conta.')
}

/** For accounts without a participant's profile. */
export async function changeOwnEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  wanted: Wanted,
  ip: string,
): Promise<boolean> {
  const proof = await requirePasswordForEmail(deps, caller, wanted)
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
