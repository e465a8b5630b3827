import type { z } from 'zod'
import type { Profile, ProfileInput } from '#contract/account.ts'
import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { birthDateProblem } from './domain/birth-date.ts'
import { asDuplicate } from './duplicates.ts'
import { sendEmailChangedMail, sendVerificationMail } from './jobs.ts'
import { personColumns, presentProfile } from './person.ts'
import { getUser, lockUser, type ProfileRow, updateUser } from './queries.ts'
import { endSessions } from './session/queries.ts'

type ProfileChange = z.output<typeof ProfileInput>

/**
 * Saves the caller's profile. A new e-mail must be verified before the next login: the other sessions end, the new
 * address gets the verification and the old one is told. The CPF is who somebody is: it never changes here.
 */
export async function updateProfile(
  deps: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  input: ProfileChange,
  ip: string,
): Promise<Profile & { email_changed: boolean }> {
  const at = deps.clock.now()
  const problem = birthDateProblem(input.birth_date, dayIn('America/Sao_Paulo', at))
  if (problem) throw invalidField('birth_date', problem)
  return transaction(deps.db, async (tx) => {
    const before = await lockUser(tx, caller.userId)
    const emailChanged = before.email !== input.email
    const changes = {
      name: input.name,
      email: input.email,
      ...personColumns(input),
      ...(emailChanged && { email_verified_at: null }),
    }
    try {
      await updateUser(tx, caller.userId, changes, at)
    } catch (error) {
      throw asDuplicate(error) ?? error
    }
    if (emailChanged) await moveAddress(tx, caller, before.email, at)
    const after = await getUser(tx, caller.userId)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'user.profile_updated',
      entity: 'user',
      entityId: caller.userId,
      // Which fields, not what they say: personal data stays in the person's own row.
      after: { changed: changedFields(before, after) },
      ip,
    })
    return { ...presentProfile(after), email_changed: emailChanged }
  })
}

async function moveAddress(tx: Tx, caller: Caller, oldEmail: string, at: Date): Promise<void> {
  await endSessions(tx, caller.userId, at, caller.sessionId)
  await addJob(tx, sendVerificationMail, { userId: caller.userId })
  await addJob(tx, sendEmailChangedMail, { userId: caller.userId, oldEmail })
}

const changedFields = (before: ProfileRow, after: ProfileRow): string[] =>
  (Object.keys(after) as (keyof ProfileRow)[]).filter(
    (field) => String(before[field]) !== String(after[field]),
  )
