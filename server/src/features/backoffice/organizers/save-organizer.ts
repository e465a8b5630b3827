import type { OrganizerChange, OrganizerInput } from '#contract/backoffice/organizers.ts'
import type { Deps } from '#server/deps.ts'
import {
  confirmPassword,
  passwordMissing,
  requireSamePassword,
} from '#server/features/account/credentials/require-password.ts'
import {
  changedFields,
  createCompany,
  refuseErrors,
  rethrowDuplicate,
  takenErrors,
  updateCompany,
} from '#server/features/organizer/company.ts'
import { INVITATIONS_BY_USER } from '#server/features/organizer/jobs.ts'
import { audit } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, transaction } from '#server/lib/db.ts'
import { hasEnterprise, lockOrganizerAccount } from './queries.ts'

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

/** The e-mail gives access to the account, and the CNPJ determines who is paid. */
const PASSWORD_FIELDS: readonly string[] = ['email', 'cnpj']

/** Throws 422 for a new e-mail or CNPJ without the caller's password. */
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
      entityId: organizerId,
      after: { changed },
      ip,
    })
  }).catch(rethrowDuplicate)
}
