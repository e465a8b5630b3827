import type { z } from 'zod'
import type { NewProducerInput } from '#contract/producer/producer.ts'
import type { Deps } from '#server/deps.ts'
import { passwordProblem } from '#server/features/account/credentials/password.ts'
import { hasOrganizerInScope, organizerOf } from '#server/features/event/access/scope.ts'
import {
  changedFields,
  createCompany,
  type ProducerInput,
  refuseErrors,
  rethrowDuplicate,
  takenErrors,
  updateCompany,
} from '#server/features/organizer/company.ts'
import { INVITATIONS_BY_USER } from '#server/features/organizer/jobs.ts'
import { findOrganizer } from '#server/features/organizer/queries.ts'
import { requireNotSuspended } from '#server/features/organizer/require-not-suspended.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { ownsAccount } from './policy.ts'
import { lockProducer } from './queries.ts'
import { requireFullScope } from './require-full-scope.ts'

interface Registration {
  caller: Caller
  input: z.output<typeof NewProducerInput>
  ip: string
}

/** The password in the form is checked but never stored, because somebody else typed it. */
export async function registerProducer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, input, ip }: Registration,
): Promise<number> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const organizerId = organizerOf(caller) ?? input.organizer_id
  if (!organizerId) throw invalidField('organizer_id', 'O campo é obrigatório')
  const organizer = await findOrganizer(deps.db, organizerId)
  if (!organizer || !hasOrganizerInScope(caller, organizer))
    throw invalidField('organizer_id', 'Organizador não encontrado.')
  const { email, cnpj } = input
  refuseErrors(await takenErrors(deps.db, { email, cnpj, parentId: organizer.id, except: null }))

  const problem = passwordProblem(input.password, { name: input.responsible, email })
  if (problem) throw invalidField('password', problem)
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    await requireNotSuspended(tx, organizer.id)
    const { id: parentId, enterprise_id: enterpriseId } = organizer
    const id = await createCompany(tx, { caller, input, enterpriseId, parentId, at })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.registered',
      entityId: id,
      after: { fantasy_name: input.fantasy_name, organizer_id: parentId },
      ip,
    })
    return id
  }).catch(rethrowDuplicate)
}

interface Update {
  caller: Caller
  producerId: number
  input: ProducerInput
  ip: string
}

/** Only the account's owner changes e-mail and company, which give access to the account. Throws 403. */
export async function updateProducer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, producerId, input, ip }: Update,
): Promise<void> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const at = deps.clock.now()
  await transaction(deps.db, async (tx) => {
    const before = await lockProducer(tx, caller, producerId)
    await requireFullScope(tx, caller, producerId)
    const { id, parent_id: parentId } = before
    const changed = changedFields(before, input)
    if (!ownsAccount(caller, before)) refuseOwnersFields(changed)
    const { email, cnpj } = input
    refuseErrors(await takenErrors(tx, { email, cnpj, parentId, except: { id } }))
    await updateCompany(tx, { caller, before, input, at, ip })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'producer.updated',
      entityId: id,
      after: { changed },
      ip,
    })
  }).catch(rethrowDuplicate)
}

const OWNERS_FIELDS: readonly string[] = ['email', 'cnpj', 'fantasy_name', 'corporate_reason']

function refuseOwnersFields(changed: readonly string[]): void {
  const refused = changed.filter((field) => OWNERS_FIELDS.includes(field))
  if (refused.length === 0) return
  const message = 'Só o organizador muda o e-mail e a empresa de um realizador. Peça a ele.'
  throw new AppError('forbidden', {
    message,
    errors: Object.fromEntries(refused.map((field) => [field, [message]])),
  })
}
