import type { AccountDetail, AccountRow, PersonRegistration } from '#contract/backoffice/accounts.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { presentAddress } from '#server/features/account/person.ts'
import { selectConsents } from '#server/features/account/privacy/queries.ts'
import {
  type AccountSummary,
  getAccount,
  getSessionSummary,
  listRegistrationsOf,
  listSimilarAccounts,
  type PersonRegistrationRow,
} from './queries.ts'

/** As public bodies print it: `***.982.247-**`. */
export const maskCpf = (cpf: string): string => `***.${cpf.slice(3, 6)}.${cpf.slice(6, 9)}-**`

export const presentAccount = (row: AccountSummary): AccountRow => ({
  id: row.id,
  name: row.name,
  email: row.email,
  masked_cpf: row.cpf && maskCpf(row.cpf),
  phone: row.phone,
  email_verified: row.email_verified_at !== null,
  blocked_at: row.blocked_at?.toISOString() ?? null,
  created_at: row.created_at.toISOString(),
})

export const presentRegistration = (row: PersonRegistrationRow): PersonRegistration => ({
  id: row.id,
  event: { id: row.event_id, title: row.title, date_event: toBrazilianDate(row.event_on) },
  name: row.name,
  category: row.category,
  status_code: row.status,
  created_at: row.created_at.toISOString(),
})

export async function readAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
): Promise<AccountDetail> {
  const row = await getAccount(db, id)
  const [presence, consents, registrations, similarAccounts] = await Promise.all([
    getSessionSummary(db, id, clock.now()),
    selectConsents(db, id),
    listRegistrationsOf(db, id),
    row.birth_on ? listSimilarAccounts(db, row) : [],
  ])
  const granted = (kind: string) => consents.find((consent) => consent.kind === kind)?.granted ?? null
  const { masked_cpf: _masked, ...shown } = presentAccount(row)
  return {
    ...shown,
    blocked_reason: row.blocked_reason,
    cpf: row.cpf,
    birth_date: row.birth_on && toBrazilianDate(row.birth_on),
    sex: row.sex,
    emergency_contact: row.emergency_contact,
    emergency_contact_phone: row.emergency_contact_phone,
    address: presentAddress(row),
    open_sessions: presence.open,
    last_seen_at: presence.lastUsedAt?.toISOString() ?? null,
    has_second_factor: row.second_factor_at !== null,
    receives_promotions: granted('promotions'),
    receives_event_updates: granted('event_updates'),
    registrations: registrations.map(presentRegistration),
    similar_accounts: similarAccounts.map(presentAccount),
  }
}
