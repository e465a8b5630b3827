import { z } from 'zod'
import { STATE_CODES } from '../city/city.ts'
import { OrganizerEventRow } from '../event-management/organizer-events.ts'
import { OptionalDate, orAbsent } from '../fields.ts'
import { defineRoute, Id, PageMeta, PageQuery } from '../route.ts'
import { SearchText } from './lists.ts'

export const AllEventsQuery = PageQuery.extend({
  title: SearchText,
  organizer: SearchText,
  organizer_id: orAbsent(Id),
  status: orAbsent(z.coerce.number({ error: 'Campo não é válido' }).int().min(0).max(3)),
  state: orAbsent(z.enum(STATE_CODES, { error: 'Estado inválido' })),
  date_event_start: OptionalDate,
  date_event_end: OptionalDate,
})

export const listAllEvents = defineRoute({
  method: 'GET',
  path: '/admin/events',
  access: { roles: ['Admin', 'Empresa'] },
  tag: 'Administração',
  summary: 'Os eventos de todos os organizadores',
  query: AllEventsQuery,
  data: z.array(OrganizerEventRow),
  meta: PageMeta,
})
