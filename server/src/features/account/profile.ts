import type { z } from 'zod'
import type { Profile, ProfileInput } from '#contract/account/account.ts'
import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { changeEmail, requirePasswordForEmail } from './email-change/change-email.ts'
import { findPendingEmail, pendingSince } from './email-change/queries.ts'
import { birthDateProblem, personColumns, presentProfile } from './person.ts'
import { endMinorsMarketing } from './privacy/consents.ts'
import { getUser, lockUser, type ProfileRow, updateUser } from './queries.ts'

export async function getProfile(db: Db, userId: number, now: Date): Promise<Profile> {
  const pending_email = await findPendingEmail(db, userId, pendingSince(now))
  return { ...presentProfile(await getUser(db, userId)), pending_email }
}

type ProfileChange = z.output<typeof ProfileInput>

/** A new e-mail takes effect when verified (`email-change`). The CPF never changes. */
export async function updateProfile(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  input: ProfileChange,
  ip: string,
): Promise<Profile & { email_changed: boolean }> {
  const at = deps.clock.now()
  const problem = birthDateProblem(input.birth_date, dayIn('America/Sao_Paulo', at))
  if (problem) throw invalidField('birth_date', problem)
  const proof = await requirePasswordForEmail(deps, caller, input)
  return transaction(deps.db, async (tx) => {
    const before = await lockUser(tx, caller.userId)
    const emailChanged = await changeEmail(tx, { before, newEmail: input.email, proof, at, ip })
    await updateUser(tx, caller.userId, { name: input.name, ...personColumns(input) }, at)
    await endMinorsMarketing(tx, {
      userId: caller.userId,
      birthOn: input.birth_date,
      origin: { ip, userAgent: null },
      at,
    })
    const after = await getUser(tx, caller.userId)
    // Only field names are recorded, because their values are personal data.
    const changed = changedFields(before, after)
    await auditUser(tx, 'user.profile_updated', { at, userId: caller.userId, after: { changed }, ip })
    return { ...(await getProfile(tx, caller.userId, at)), email_changed: emailChanged }
  })
}

const changedFields = (before: ProfileRow, after: ProfileRow): string[] =>
  (Object.keys(after) as (keyof ProfileRow)[]).filter(
    (field) => String(before[field]) !== String(after[field]),
  )
