import type { OrganizerAccount } from '#contract/backoffice/organizers.ts'
import { presentAddress } from '../../account/person.ts'
import type { OrganizerRow } from './queries.ts'

export const presentOrganizer = (row: OrganizerRow): OrganizerAccount => ({
  id: row.id,
  fantasy_name: row.fantasy_name,
  corporate_reason: row.corporate_reason,
  nickname: row.nickname,
  cnpj: row.cnpj,
  responsible: row.responsible,
  email: row.email,
  phone: row.phone,
  address: presentAddress(row),
  enterprise: { id: row.enterprise_id, name: row.enterprise },
  email_verified: row.email_verified_at !== null,
  suspended_at: row.blocked_at?.toISOString() ?? null,
  events: row.events,
  open_events: row.open_events,
  producers: row.producers,
  created_at: row.created_at.toISOString(),
})
