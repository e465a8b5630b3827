import type { RemovalPreview } from '#contract/backoffice/accounts.ts'
import { listWords, plural } from '#contract/words.ts'
import type { Deps } from '#server/deps.ts'
import { forgetPerson } from '#server/features/account/privacy/forget-person.ts'
import {
  listRegistrationsAhead,
  lockRegistrations,
  type Person,
  selectRegistrationIds,
} from '#server/features/account/privacy/queries.ts'
import { lockAccounts } from '#server/features/account/queries.ts'
import { audit, auditUser } from '#server/lib/audit.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, type Tx, transaction } from '#server/lib/db.ts'
import { AppError } from '#server/lib/errors.ts'
import { redactText } from '#server/lib/redact.ts'
import { findAccountOfCpf, getEventsOf, getPersonOf, listRegistrationsOfPerson } from './queries.ts'
import { presentAccount, presentRegistration } from './read-account.ts'

/** The person to remove (LGPD art. 18): the owner of an account or of a CPF. */
type Wanted = { userId: number } | { cpf: string }

interface Removal {
  caller: Caller
  wanted: Wanted
  reason: string
  ip: string
}

interface Removed {
  account: boolean
  registrations: number
}

const NOTHING: Removed = { account: false, registrations: 0 }

/** What `removePerson` would change. */
export async function previewRemoval(db: Db, cpf: string): Promise<RemovalPreview> {
  const account = await findAccountOfCpf(db, cpf)
  const person = { userId: account?.id ?? null, cpf }
  const registrations = await listRegistrationsOfPerson(db, person)
  return {
    account: account ? presentAccount(account) : null,
    registrations: registrations.map(presentRegistration),
  }
}

/**
 * Removes the person from their account, from the registrations that it made and from those that others made with
 * the CPF. Repeated calls find nothing left. Throws 409 for registrations in coming races, for money that may still
 * go back to the account, and for accounts with other roles.
 */
export async function removePerson(
  deps: Pick<Deps, 'db' | 'clock'>,
  { caller, wanted, reason, ip }: Removal,
): Promise<Removed> {
  const at = deps.clock.now()
  return transaction(deps.db, async (tx) => {
    const person = await findPerson(tx, wanted)
    if (!person) return NOTHING
    await lockRegistrations(tx, person)
    const [account = null] = person.userId === null ? [] : await lockAccounts(tx, [person.userId])
    // The account was read before it was locked.
    if (account?.anonymized_at) return NOTHING
    if (account && account.cpf !== person.cpf) throw new AppError('state_changed')
    if (account?.roles.some((role) => role !== 'Participante')) throw hasOtherRoles()
    const registrationIds = await selectRegistrationIds(tx, person)
    await refuseAhead(tx, registrationIds, at)
    const events = await getEventsOf(tx, registrationIds)
    await forgetPerson(tx, { account, cpf: person.cpf ?? undefined, registrationIds, at })

    const after = { reason: redactText(reason) }
    const entry = { at, actorUserId: caller.userId, after, ip }
    if (account) await auditUser(tx, 'user.removed', { ...entry, userId: account.id, by: caller.userId })
    for (const { id, event_id: eventId } of events)
      await audit(tx, { ...entry, action: 'registration.person_removed', entityId: id, eventId })
    return { account: account !== null, registrations: registrationIds.length }
  })
}

/** Null for an account that was removed already. */
async function findPerson(tx: Tx, wanted: Wanted): Promise<Person | null> {
  if ('userId' in wanted) return getPersonOf(tx, wanted.userId)
  const account = await findAccountOfCpf(tx, wanted.cpf)
  return { userId: account?.id ?? null, cpf: wanted.cpf }
}

const hasOtherRoles = () =>
  new AppError('organization_account', {
    message:
      'Esta conta também administra a plataforma ou uma organização. Remova antes esse papel, e depois os dados da pessoa.',
  })

const MOST_NAMED = 3

async function refuseAhead(tx: Tx, registrationIds: readonly number[], at: Date): Promise<void> {
  const ahead = await listRegistrationsAhead(tx, registrationIds, at)
  if (ahead.length === 0) return
  const named = ahead.slice(0, MOST_NAMED).map(({ id, title }) => `${id} (${title})`)
  if (ahead.length > MOST_NAMED)
    named.push(`mais ${plural(ahead.length - MOST_NAMED, 'inscrição', 'inscrições')}`)
  throw new AppError('active_registrations', {
    message: `Há inscrição ativa em corrida que ainda vai acontecer: ${listWords(named)}. Cancele antes, ou espere a corrida passar.`,
  })
}
