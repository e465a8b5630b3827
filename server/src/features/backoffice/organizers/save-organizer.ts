import type { OrganizerChange, OrganizerInput } from '#contract/backoffice/organizers.ts'
import type { Deps } from '#server/deps.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import {
  confirmPassword,
  passwordMissing,
  requireSamePassword,
} from '../../account/credentials/require-password.ts'
import {
  changedFields,
  createCompany,
  refuseErrors,
  rethrowDuplicate,
  takenErrors,
  updateCompany,
} from '../../producer/company.ts'
import { INVITATIONS_BY_USER } from '../../producer/jobs.ts'
import { hasEnterprise, lockOrganizerAccount } from './queries.ts'

/** Throws 422 with everything that is taken, and with an enterprise that does not exist. */
async function refuseInvalid(
  db: Db,
  { email, cnpj, enterprise_id }: OrganizerInput,
  except: { id: number } | null,
): Promise<void> {
  refuseErrors({
    ...(await takenErrors(db, { email, cnpj, parentId: null, except })),
    ...(!(await hasEnterprise(db, enterprise_id)) && { enterprise_id: ['Empresa não encontrada.'] }),
  })
}

/** Creates an organizer and its account; the invitation's link sets the password. Returns the organizer's id. */
export async function createOrganizer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, input, ip }: { caller: Caller; input: OrganizerInput; ip: string },
): Promise<number> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  await refuseInvalid(deps.db, input, null)
  const at = deps.clock.now()
  const { enterprise_id: enterpriseId, fantasy_name } = input
  return transaction(deps.db, async (tx) => {
    const id = await createCompany(tx, { caller, input, enterpriseId, parentId: null, at })
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'organizer.created',
      entity: 'organizer',
      entityId: id,
      after: { fantasy_name, enterprise_id: enterpriseId },
      ip,
    })
    return id
  }).catch(rethrowDuplicate)
}

interface Update {
  caller: Caller
  organizerId: number
  input: OrganizerChange
  ip: string
}

/** The e-mail gives access to the account; the CNPJ decides who is paid. */
const PASSWORD_FIELDS: readonly string[] = ['email', 'cnpj']

/** Saves an organizer. Throws 422 for a new e-mail or CNPJ without the caller's password. */
export async function updateOrganizer(
  deps: Pick<Deps, 'db' | 'clock' | 'rateLimiter'>,
  { caller, organizerId, input: { current_password: password, ...input }, ip }: Update,
): Promise<void> {
  await deps.rateLimiter.consume(INVITATIONS_BY_USER, String(caller.userId))
  const proof = password ? await confirmPassword(deps, caller, password) : null
  const at = deps.clock.now()
  const enterpriseId = input.enterprise_id
  await transaction(deps.db, async (tx) => {
    if (proof) await requireSamePassword(tx, caller.userId, proof)
    const before = await lockOrganizerAccount(tx, organizerId)
    await refuseInvalid(tx, input, { id: organizerId })
    const changed = changedFields(before, input, enterpriseId)
    if (!proof && changed.some((field) => PASSWORD_FIELDS.includes(field))) throw passwordMissing()
    await updateCompany(tx, { caller, before, input, enterpriseId, at, ip })
    if (changed.length === 0) return
    await audit(tx, {
      at,
      actorUserId: caller.userId,
      action: 'organizer.updated',
      entity: 'organizer',
      entityId: organizerId,
      after: { changed },
      ip,
    })
  }).catch(rethrowDuplicate)
}
