import type { Deps } from '#server/deps.ts'
import { invite } from '#server/features/people/confirmation/invite.ts'
import type { Caller } from '#server/lib/auth.ts'
import { getPanelRow } from './queries.ts'

/** Throws 404 outside the caller's scope, and as `invite`. */
export async function inviteParticipant(
  deps: Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>,
  caller: Caller,
  registrationId: number,
) {
  await getPanelRow(deps.db, caller, registrationId)
  return invite(deps, registrationId)
}
