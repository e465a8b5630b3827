import type { OrganizerChange } from '#contract/backoffice/organizers.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { addJob } from '#server/lib/jobs.ts'
import {
  confirmPassword,
  passwordMissing,
  requireSamePassword,
} from '../../account/credentials/require-password.ts'
import { refuseOwnEmail } from '../../account/email-change/change-email.ts'
import { handOverAccount } from '../../account/hand-over-account.ts'
import { updateUser } from '../../account/queries.ts'
import { companyColumns } from '../../producer/company.ts'
import { INVITATIONS_BY_USER } from '../../producer/limits.ts'
import { sendOrganizerInvitation } from './invitation.ts'
import { lockOrganizerAccount, updateOrganizerRow } from './queries.ts'
import { asDuplicate, refuseWrong } from './refusals.ts'

interface Update {
  caller: Caller
  organizerId: number
  input: OrganizerChange
  ip: string
}

/** Who has the e-mail has the account; who has the CNPJ is owed the money. */
const SECURED: readonly string[] = ['email', 'cnpj']

/**
 * Saves an organizer. A new e-mail is verified anew before the account opens again, and the old address is told. Throws 422
 * for a new e-mail or CNPJ without the caller's password.
 */
export async function updateOrganizer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, organizerId, input: { current_password: password, ...input }, ip }: Update,
): Promise<void> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const proof = password ? await confirmPassword(deps, caller, password) : null
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    if (proof) await requireSamePassword(tx, caller.userId, proof)
    const before = await lockOrganizerAccount(tx, organizerId)
    const { user_id: userId } = before
    await refuseWrong(tx, input, { id: organizerId, userId })

    const company = { ...companyColumns(input), enterprise_id: input.enterprise_id }
    const changed = changedFields({ ...before }, { ...company, email: input.email })
    if (!proof && changed.some((field) => SECURED.includes(field))) throw passwordMissing()
    await updateOrganizerRow(tx, organizerId, { ...company, updated_at: at })
    await updateUser(tx, userId, { name: input.responsible, phone: input.phone }, at)
    if (before.email !== input.email) {
      refuseOwnEmail(caller, userId)
      await handOverAccount(tx, { caller, userId, oldEmail: before.email, email: input.email, at, ip })
      await addJob(tx, sendOrganizerInvitation, { userId })
    }

    if (changed.length === 0) return
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'organizer.updated',
      entity: 'organizer',
      entityId: organizerId,
      // Which fields, not what they say: addresses and documents stay in their own row.
      after: { changed },
      ip,
    })
  }).catch((error) => {
    throw asDuplicate(error) ?? error
  })
}

const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter((field) => after[field] !== before[field])
