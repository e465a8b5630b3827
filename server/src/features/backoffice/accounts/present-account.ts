import type { AccountRow, PersonRegistration } from '#contract/backoffice/accounts.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import { cpfHint } from '../domain/cpf-hint.ts'
import type { AccountSummary, PersonRegistrationRow } from './queries.ts'

export const presentAccount = (row: AccountSummary): AccountRow => ({
  id: row.id,
  name: row.name,
  email: row.email,
  cpf_hint: row.cpf && cpfHint(row.cpf),
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
