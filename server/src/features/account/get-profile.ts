import type { Profile } from '#contract/account.ts'
import type { Db } from '#server/lib/db.ts'
import { findPendingEmail } from './email-change/queries.ts'
import { pendingSince } from './email-change/terms.ts'
import { presentProfile } from './person.ts'
import { getUser } from './queries.ts'

/** Somebody's own profile, with the address that waits to be verified. */
export async function getProfile(db: Db, userId: number, now: Date): Promise<Profile> {
  const pending_email = await findPendingEmail(db, userId, pendingSince(now))
  return { ...presentProfile(await getUser(db, userId)), pending_email }
}
