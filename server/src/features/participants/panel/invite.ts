import type { Signer } from '#contract/registration/minors.ts'
import type { Deps } from '#server/deps.ts'
import { inviteToTransferByStaff } from '#server/features/my-registrations/transfer/invite.ts'
import { invite } from '#server/features/people/confirmation/invite.ts'
import { inviteSigner } from '#server/features/people/guardian/invite.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { getPanelRow } from './queries.ts'

type LinkDeps = Pick<Deps, 'db' | 'clock' | 'config' | 'rateLimiter'>

/** Throws 404 outside the caller's scope, and as `invite`. */
export async function inviteParticipant(deps: LinkDeps, caller: Caller, registrationId: number) {
  await getPanelRow(deps.db, caller, registrationId)
  return invite(deps, registrationId)
}

/** Throws 404 outside the caller's scope, and as `inviteToTransferByStaff`. */
export async function inviteToTransferAsStaff(
  deps: LinkDeps,
  { caller, ...invitation }: { caller: Caller; registrationId: number; email: string | null; ip: string },
) {
  await getPanelRow(deps.db, caller, invitation.registrationId)
  return inviteToTransferByStaff(deps, { userId: caller.userId, ...invitation })
}

/** Throws 404 outside the caller's scope, and as `inviteSigner`. Audited: a signature may follow. */
export async function inviteSignerAsStaff(
  deps: LinkDeps,
  { caller, registrationId, role, ip }: { caller: Caller; registrationId: number; role: Signer; ip: string },
) {
  const { event_id: eventId } = await getPanelRow(deps.db, caller, registrationId)
  return transaction(deps.db, async (tx) => {
    const invitation = await inviteSigner({ ...deps, db: tx }, { registrationId, role })
    await audit(tx, {
      at: deps.clock.now(),
      actorUserId: caller.userId,
      action: 'registration.signer_invited',
      entityId: registrationId,
      eventId,
      ip,
    })
    return invitation
  })
}
