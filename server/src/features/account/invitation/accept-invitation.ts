import type { Invitation } from '#contract/account/invitation.ts'
import type { Role } from '#contract/roles.ts'
import type { Deps } from '#server/deps.ts'
import { auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { hashToken } from '#server/lib/tokens.ts'
import { findLink } from '../credentials/queries.ts'
import { REMOVED_NAME } from '../domain/removed-person.ts'
import { emptyAccount } from '../privacy/queries.ts'
import { lockAccounts } from '../queries.ts'
import { insertRole } from '../roles/queries.ts'
import { endSessions } from '../session/queries.ts'
import { findPlace, isOrganizer, lockCompanyOf, moveCompany, type Place } from './queries.ts'

/** Throws 400 for an invalid link, 409 for another account than the invited one. */
export async function readInvitation(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  token: string,
): Promise<Invitation> {
  const place = await findInvited(db, caller, hashToken(token), clock.now())
  return { role: place.role, company: place.company, type: place.type }
}

interface Acceptance {
  caller: Caller
  token: string
  ip: string
}

/** Ends the other sessions, so that none gains rights. Throws 400 and 409. */
export async function acceptInvitation(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, token, ip }: Acceptance,
): Promise<Role> {
  const at = deps.clock.now()
  const tokenHash = hashToken(token)
  return transaction(deps.db, async (tx) => {
    const { userId: placeId } = await findInvited(tx, caller, tokenHash, at)
    // The company is locked before the accounts: the order of docs/algorithms/back-office.md.
    await lockCompanyOf(tx, placeId)
    const accounts = await lockAccounts(tx, [placeId, caller.userId])
    const own = accounts.find(({ id }) => id === caller.userId)
    if (!own || own.anonymized_at || own.blocked_at) throw new AppError('unauthenticated')
    // Read again under the locks: the invitation may have been accepted, withdrawn or blocked since.
    const place = await findInvited(tx, caller, tokenHash, at)
    await refuseSecond(tx, place, own)

    await moveCompany(tx, placeId, own.id)
    await insertRole(tx, own.id, place.role, place.enterpriseId)
    await emptyAccount(tx, placeId, { name: REMOVED_NAME, at })
    await endSessions(tx, own.id, at, caller.sessionId)
    const after = { role: place.role, ...(place.enterpriseId && { enterprise_id: place.enterpriseId }) }
    await auditUser(tx, 'user.role_accepted', { at, userId: own.id, after, ip })
    return place.role
  })
}

async function findInvited(db: Db, caller: Caller, tokenHash: Buffer, at: Date): Promise<Place> {
  const link = await findLink(db, 'accept_role', tokenHash)
  const place =
    link && !link.used_at && link.expires_at > at ? await findPlace(db, link.user_id, caller.userId) : null
  if (!place) throw new AppError('token_invalid')
  if (!place.isInvited)
    throw new AppError('state_changed', {
      message: 'Este convite foi enviado a outro e-mail. Entre com a conta que o recebeu.',
    })
  return place
}

/** An account may work for one company, and belong to either Admin or one enterprise. Throws 409. */
async function refuseSecond(tx: Tx, { role }: Place, own: { id: number; roles: Role[] }): Promise<void> {
  const isTaken =
    role === 'Organizador'
      ? own.roles.includes(role) || (await isOrganizer(tx, own.id))
      : own.roles.some((held) => held === 'Admin' || held === 'Empresa')
  if (isTaken)
    throw new AppError('state_changed', {
      message:
        role === 'Organizador'
          ? 'A sua conta já é de um organizador ou realizador. Para trabalhar também com este, peça um convite em outro e-mail.'
          : 'A sua conta já é da administração ou de uma empresa. Peça um convite em outro e-mail.',
    })
}
