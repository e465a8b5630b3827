import { z } from 'zod'
import { Picture } from '../event/event.ts'
import { MISSING } from '../event/sellable.ts'
import { BrazilianDate, DateInput, OptionalDate, oneOf, orAbsent } from '../fields.ts'
import { BODY_LIMIT_WITH_FILES, defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import { VALIDATION } from '../validation.ts'
import { EventInput, OrganizerEvent } from './event-document.ts'

export const ORGANIZER = { roles: ['Organizador', 'Admin', 'Empresa'] } as const

export const OrganizerEventRow = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  date_event: BrazilianDate.nullable(),
  start_time: z.string().nullable(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  status: z.int(),
  event_image: z.string().nullable(),
  picture: Picture.nullable(),
  organizer: z.string(),
  held: z.int(),
  capacity: z.int().nullable(),
  missing: z.array(z.enum(MISSING)),
  /** False for a draft, which was never open and complete. */
  opened: z.boolean(),
  /** Whether the last day for registrations has passed. */
  registrations_over: z.boolean(),
})
export type OrganizerEventRow = z.infer<typeof OrganizerEventRow>

export const EventSort = z.enum(['title', 'date', 'held'], { error: VALIDATION.invalid })
export type EventSort = z.infer<typeof EventSort>

export const listOrganizerEvents = defineRoute({
  method: 'GET',
  path: '/organizer/events',
  access: ORGANIZER,
  tag: 'Organizador',
  summary: 'Os meus eventos',
  query: PageQuery.extend({
    title: z.string().trim().max(120).optional(),
    date_event_start: OptionalDate,
    date_event_end: OptionalDate,
    /** Races before today are of the past; those without a date are not. */
    period: orAbsent(z.enum(['current', 'past'], { error: VALIDATION.invalid })),
    /** By default the next race first, then those of the past. */
    sort: orAbsent(EventSort),
    order: orAbsent(z.enum(['asc', 'desc'], { error: VALIDATION.invalid })),
  }),
  data: z.array(OrganizerEventRow),
  meta: PageMeta,
})

const EventOption = z.object({ id: z.int(), title: z.string() })
export const listEventOptions = defineRoute({
  method: 'GET',
  path: '/organizer/listEvents',
  access: ORGANIZER,
  tag: 'Organizador',
  summary: 'Os meus eventos, para escolher um',
  data: z.array(EventOption),
  extra: z.object({ events: z.array(EventOption) }),
})

export const EventOwner = z.object({ id: z.int(), fantasy_name: z.string() })
export type EventOwner = z.infer<typeof EventOwner>

/** Candidates for the owner of a new event, for Admin and Empresa. */
export const listEventOwners = defineRoute({
  method: 'GET',
  path: '/organizer/owners',
  access: { roles: ['Admin', 'Empresa'] },
  tag: 'Organizador',
  summary: 'Os organizadores que combinam com a busca, para escolher o de um novo evento',
  query: z.object({ search: z.string().trim().max(120).optional() }),
  data: z.array(EventOwner),
})

export const getOrganizerEvent = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id',
  access: { ...ORGANIZER, permission: 'view-event' },
  tag: 'Organizador',
  summary: 'Um evento, com tudo que o editor precisa',
  params: IdParams,
  data: OrganizerEvent,
})
/** The head of each page of an event. It requires no permission. */
export const getEventHead = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/head',
  access: ORGANIZER,
  tag: 'Organizador',
  summary: 'Nome, data e situação de um evento',
  params: IdParams,
  data: OrganizerEventRow,
})
export const createEvent = defineRoute({
  method: 'POST',
  path: '/events/create',
  access: { ...ORGANIZER, permission: 'create-event' },
  tag: 'Organizador',
  status: 201,
  summary: 'Cria um evento inteiro, de uma vez; aceita o cabeçalho Idempotency-Key',
  bodyLimit: BODY_LIMIT_WITH_FILES,
  body: EventInput,
  data: OrganizerEvent,
})
const EDIT = {
  access: { ...ORGANIZER, permission: 'edit-event' },
  tag: 'Organizador',
  params: IdParams,
} as const

export const updateEvent = defineRoute({
  ...EDIT,
  method: 'PUT',
  path: '/organizer/events/:id',
  summary: 'Salva um evento inteiro; 409 quando outra pessoa salvou antes',
  bodyLimit: BODY_LIMIT_WITH_FILES,
  body: EventInput,
  data: OrganizerEvent,
})
const SWITCH = {
  access: { ...ORGANIZER, permission: 'change-event-status' },
  tag: 'Organizador',
  params: IdParams,
} as const

export const changeEventStatus = defineRoute({
  ...SWITCH,
  method: 'PUT',
  path: '/organizer/events/change-status/:id',
  summary: 'Abre ou fecha um evento',
  body: z.object({ status: oneOf(0, 1) }),
  data: z.object({ id: z.int(), status: z.int() }),
})
export const deleteEvent = defineRoute({
  ...SWITCH,
  method: 'DELETE',
  path: '/organizer/events/:id',
  summary: 'Apaga um evento feito por engano; 409 quando alguém já se inscreveu, pagou ou esperou por ele',
})
/** A new secret replaces an earlier one. */
export const createPreview = defineRoute({
  ...EDIT,
  method: 'POST',
  path: '/organizer/events/:id/preview',
  summary: 'Cria o link de prévia de um evento; o anterior deixa de valer',
  data: z.object({ preview_token: z.string() }),
})
export const removePreview = defineRoute({
  ...EDIT,
  method: 'DELETE',
  path: '/organizer/events/:id/preview',
  summary: 'Desfaz o link de prévia de um evento',
})
export const duplicateEvent = defineRoute({
  method: 'POST',
  path: '/organizer/events/:id/duplicate',
  access: { ...ORGANIZER, permission: 'create-event' },
  tag: 'Organizador',
  status: 201,
  summary:
    'Copia um evento para a próxima edição: datas deslocadas, estoque zerado; aceita o cabeçalho Idempotency-Key',
  params: IdParams,
  body: z.object({ date_event: DateInput() }),
  data: z.object({ id: z.int() }),
})
