import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { sendEmailChangedMail } from '../account/jobs.ts'
import { updateUser } from '../account/queries.ts'
import { endSessions } from '../account/session/queries.ts'
import { companyColumns, type ProducerInput } from './company.ts'
import { asDuplicate, refuseDuplicates } from './duplicates.ts'
import { sendInvitationMail } from './jobs.ts'
import { INVITATIONS_BY_USER } from './limits.ts'
import { listGranted } from './permissions/queries.ts'
import { holdsAll } from './policy.ts'
import { lockProducer, updateProducerRow } from './queries.ts'

interface Update {
  caller: Caller
  producerId: number
  input: ProducerInput
  ip: string
}

/**
 * Saves a realizador. A new e-mail is verified anew before the account opens again, and the old address is told; whoever
 * holds less than the realizador may not change them, since who has the e-mail has the account.
 */
export async function updateProducer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, producerId, input, ip }: Update,
): Promise<void> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const before = await lockProducer(tx, caller, producerId)
    const granted = await listGranted(tx, producerId)
    if (
      !holdsAll(
        caller,
        granted.map((permission) => permission.name),
      )
    )
      throw new AppError('forbidden', { message: 'Este realizador tem permissões que você não tem.' })
    const { id, user_id: userId, parent_id: parentId } = before
    await refuseDuplicates(tx, { email: input.email, cnpj: input.cnpj, parentId, except: { id, userId } })

    const company = companyColumns(input)
    await updateProducerRow(tx, id, { ...company, updated_at: at })
    await updateUser(tx, userId, { name: input.responsible, phone: input.phone }, at)
    if (before.email !== input.email) await moveAddress(tx, userId, before.email, input.email, at)
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.updated',
      entity: 'producer',
      entityId: id,
      // Which fields, not what they say: addresses and documents stay in their own row.
      after: { changed: changedFields({ ...before }, { ...company, email: input.email }) },
      ip,
    })
  }).catch((error) => {
    throw asDuplicate(error) ?? error
  })
}

async function moveAddress(tx: Tx, userId: number, oldEmail: string, email: string, at: Date): Promise<void> {
  await updateUser(tx, userId, { email, email_verified_at: null }, at)
  await endSessions(tx, userId, at)
  await addJob(tx, sendInvitationMail, { userId })
  await addJob(tx, sendEmailChangedMail, { userId, oldEmail })
}

const changedFields = (before: Record<string, unknown>, after: Record<string, unknown>): string[] =>
  Object.keys(after).filter((field) => after[field] !== before[field])
