import type { BecomeRunnerInput } from '#contract/account/invitation.ts'
import { dayIn } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { transaction } from '#server/lib/db.ts'
import { AppError, invalidField } from '#server/lib/errors.ts'
import { asDuplicate } from '../create-user.ts'
import { LIMITS } from '../limits.ts'
import { birthDateProblem, personColumns } from '../person.ts'
import { marketingProblem, type Origin, recordConsents } from '../privacy/consents.ts'
import { lockAccounts, updateUser } from '../queries.ts'
import { insertRole } from '../roles/queries.ts'

/** Throws 409 when the account has the role, 422 for a CPF of another account. */
export async function becomeRunner(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  caller: Caller,
  input: BecomeRunnerInput,
  origin: Origin,
): Promise<void> {
  const at = deps.clock.now()
  const problem = birthDateProblem(input.birth_date, dayIn('America/Sao_Paulo', at))
  if (problem) throw invalidField('birth_date', problem)
  const marketing = marketingProblem(
    { birthOn: input.birth_date, wanted: input.receive_promotions || input.receive_event_updates },
    at,
  )
  if (marketing) throw invalidField('receive_promotions', marketing)
  const { userId } = caller
  await deps.rateLimiter.consume(LIMITS.runnerOfCaller, String(userId))
  await transaction(deps.db, async (tx) => {
    const [account] = await lockAccounts(tx, [userId])
    if (!account || account.anonymized_at) throw new AppError('unauthenticated')
    if (account.roles.includes('Participante'))
      throw new AppError('state_changed', { message: 'A sua conta já é de um participante.' })
    await updateUser(tx, userId, { cpf: input.cpf, ...personColumns(input) }, at)
    await insertRole(tx, userId, 'Participante')
    const choices = {
      terms: true,
      promotions: input.receive_promotions,
      event_updates: input.receive_event_updates,
    }
    await recordConsents(tx, userId, choices, origin, at)
    await auditUser(tx, 'user.role_accepted', { at, userId, after: { role: 'Participante' }, ip: origin.ip })
  }).catch((error) => {
    throw asDuplicate(error) ?? error
  })
}
