import { z } from 'zod'
import { STATE_CODES } from '../city.ts'
import { OptionalDate } from '../fields.ts'
import { OrganizerEventRow } from '../organizer-event.ts'
import { defineRoute, Id, PageMeta, PageQuery } from '../route.ts'
import { SearchText } from './lists.ts'

/** An empty string is no filter. */
const orNone = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === '' ? undefined : value), schema.optional())

export const AllEventsQuery = PageQuery.extend({
  title: SearchText,
  /** Words of the organizer's trade name. */
  organizer: SearchText,
  organizer_id: orNone(Id),
  status: orNone(z.coerce.number({ error: 'Campo não é válido' }).int().min(0).max(3)),
  state: orNone(z.enum(STATE_CODES, { error: 'Estado inválido' })),
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
