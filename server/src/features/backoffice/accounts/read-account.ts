import type { AccountDetail } from '#contract/backoffice/accounts.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import type { Deps } from '#server/deps.ts'
import { presentAddress } from '../../account/person.ts'
import { selectConsents } from '../../account/privacy/queries.ts'
import { presentAccount, presentRegistration } from './present-account.ts'
import { getAccount, getPresence, listLookAlikes, listRegistrationsOf } from './queries.ts'

/** Everything the back office sees of a participant. Throws 404 for who is none. */
export async function readAccount(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  id: number,
): Promise<AccountDetail> {
  const row = await getAccount(db, id)
  const [presence, consents, registrations, lookAlikes] = await Promise.all([
    getPresence(db, id, clock.now()),
    selectConsents(db, id),
    listRegistrationsOf(db, id),
    row.birth_on ? listLookAlikes(db, row) : [],
  ])
  const granted = (kind: string) => consents.find((consent) => consent.kind === kind)?.granted ?? null
  const { cpf_hint: _hint, ...shown } = presentAccount(row)
  return {
    ...shown,
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
    look_alikes: lookAlikes.map(presentAccount),
  }
}
