import type { z } from 'zod'
import type { NewProducerInput } from '#contract/producer.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { invalidField } from '#server/lib/errors.ts'
import { addJob } from '#server/lib/jobs.ts'
import { createUserWithRole } from '../account/create-user.ts'
import { passwordProblem } from '../account/credentials/password.ts'
import { companyColumns } from './company.ts'
import { asDuplicate, refuseDuplicates } from './duplicates.ts'
import { sendInvitationMail } from './jobs.ts'
import { INVITATIONS_BY_USER } from './limits.ts'
import { organizerOf } from './policy.ts'
import { findOrganizer, insertProducer } from './queries.ts'
import { requireStanding } from './require-standing.ts'

interface Registration {
  caller: Caller
  input: z.output<typeof NewProducerInput>
  ip: string
}

/**
 * Makes the account of a realizador and sends them the link that verifies their e-mail and lets them choose a password
 * of their own: the one given here opens nothing.
 */
export async function registerProducer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, input, ip }: Registration,
): Promise<number> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const organizerId = organizerOf(caller) ?? input.organizer_id
  if (!organizerId) throw invalidField('organizer_id', 'O campo é obrigatório')
  const organizer = await findOrganizer(deps.db, organizerId)
  if (!organizer) throw invalidField('organizer_id', 'Organizador não encontrado.')
  const { email, cnpj } = input
  await refuseDuplicates(deps.db, { email, cnpj, parentId: organizer.id, except: null })

  const problem = passwordProblem(input.password, { name: input.responsible, email })
  if (problem) throw invalidField('password', problem)
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    await requireStanding(tx, organizer.id)
    const userId = await createUserWithRole(tx, {
      name: input.responsible,
      email,
      // The one that was typed is known to somebody else: it opens nothing, ever.
      passwordHash: null,
      emailVerifiedAt: null,
      role: 'Organizador',
      at,
      details: { phone: input.phone },
    })
    const id = await insertProducer(tx, {
      ...companyColumns(input),
      user_id: userId,
      enterprise_id: organizer.enterprise_id,
      parent_id: organizer.id,
      registered_by: caller.userId,
      type: 1,
      created_at: at,
      updated_at: at,
    })
    await addJob(tx, sendInvitationMail, { userId })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.registered',
      entity: 'producer',
      entityId: id,
      after: { fantasy_name: input.fantasy_name, organizer_id: organizer.id },
      ip,
    })
    return id
  }).catch((error) => {
    throw asDuplicate(error) ?? error
  })
}
