import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { refuseOwnEmail } from '../account/email-change/change-email.ts'
import { handOverAccount } from '../account/hand-over-account.ts'
import { updateUser } from '../account/queries.ts'
import { companyColumns, type ProducerInput } from './company.ts'
import { asDuplicate, refuseDuplicates } from './duplicates.ts'
import { sendInvitationMail } from './jobs.ts'
import { INVITATIONS_BY_USER } from './limits.ts'
import { ownsAccount } from './policy.ts'
import { lockProducer, updateProducerRow } from './queries.ts'
import { requireCover } from './require-cover.ts'

interface Update {
  caller: Caller
  producerId: number
  input: ProducerInput
  ip: string
}

/**
 * Saves a realizador. A new e-mail is verified anew before the account opens again, with a password chosen by the new
 * invitation, and the old address is told. Who has the e-mail has the account: it and the company are changed by whoever
 * owns the account, the rest also by those who reach all of the realizador's events and permissions. Throws 403.
 */
export async function updateProducer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, producerId, input, ip }: Update,
): Promise<void> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const before = await lockProducer(tx, caller, producerId)
    await requireCover(tx, caller, producerId)
    const { id, user_id: userId, parent_id: parentId } = before
    const company = companyColumns(input)
    const changed = changedFields({ ...before }, { ...company, email: input.email })
    if (!ownsAccount(caller, before)) refuseOwners(changed)
    await refuseDuplicates(tx, { email: input.email, cnpj: input.cnpj, parentId, except: { id, userId } })

    await updateProducerRow(tx, id, { ...company, updated_at: at })
    await updateUser(tx, userId, { name: input.responsible, phone: input.phone }, at)
    if (before.email !== input.email) {
      refuseOwnEmail(caller, userId)
      await handOverAccount(tx, { caller, userId, oldEmail: before.email, email: input.email, at, ip })
      await addJob(tx, sendInvitationMail, { userId })
    }
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.updated',
      entity: 'producer',
      entityId: id,
      // Which fields, not what they say: addresses and documents stay in their own row.
      after: { changed },
      ip,
    })
  }).catch((error) => {
    throw asDuplicate(error) ?? error
  })
}

const OWNERS_FIELDS: readonly string[] = ['email', 'cnpj', 'fantasy_name', 'corporate_reason']

function refuseOwners(changed: readonly string[]): void {
  const refused = changed.filter((field) => OWNERS_FIELDS.includes(field))
  if (refused.length === 0) return
  const message = 'Só o organizador muda o e-mail e a empresa de um realizador. Peça a ele.'
  throw new AppError('forbidden', {
    message,
    errors: Object.fromEntries(refused.map((field) => [field, [message]])),
  })
}

const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter((field) => after[field] !== before[field])
