import { z } from 'zod'
import { Instant, Name } from '../fields.ts'
import { defineRoute, Id, PageMeta, PageQuery, Version } from '../route.ts'
import { DraftId } from './event-document.ts'
import { ORGANIZER } from './organizer-events.ts'

/** Drafts of new events that an organizer may have at a time. */
export const MOST_DRAFTS = 30
const BODY_LIMIT_OF_DRAFT = 2 * 1024 * 1024

/** The form as the browser holds it. The server stores it unchecked, because it may be incomplete. */
const FormValues = z.record(z.string(), z.unknown())

export const EventDraftRow = z.object({
  id: DraftId,
  /** The event whose unsaved changes these are; null: an event that does not exist yet. */
  event_id: z.int().nullable(),
  title: z.string(),
  /** Null while Admin or Empresa have not chosen one. */
  organizer: z.string().nullable(),
  version: Version,
  updated_at: Instant,
  /** Null when the account no longer exists. */
  updated_by: z.string().nullable(),
})
export type EventDraftRow = z.infer<typeof EventDraftRow>

const DraftDocument = z.object({
  form: FormValues,
  /** The initial values of the form, to distinguish the changes of two people; null for a new event. */
  base: FormValues.nullable(),
})

export const EventDraft = EventDraftRow.extend({
  /** As `organizer`. */
  organizer_id: z.int().nullable(),
  document: DraftDocument,
})
export type EventDraft = z.infer<typeof EventDraft>

const DRAFT = {
  access: ORGANIZER,
  tag: 'Organizador',
  params: z.object({ id: DraftId }),
} as const

/** Drafts of new events require `create-event`, the draft of an event `edit-event`. */
export const listEventDrafts = defineRoute({
  method: 'GET',
  path: '/organizer/event-drafts',
  access: ORGANIZER,
  tag: 'Organizador',
  summary: 'Os rascunhos de novos eventos, ou o rascunho de um evento',
  query: PageQuery.extend({ title: z.string().trim().max(120).optional(), event_id: Id.optional() }),
  data: z.array(EventDraftRow),
  meta: PageMeta,
})

export const getEventDraft = defineRoute({
  ...DRAFT,
  method: 'GET',
  path: '/organizer/event-drafts/:id',
  summary: 'Um rascunho, como está no editor',
  data: EventDraft,
})

export const saveEventDraft = defineRoute({
  ...DRAFT,
  method: 'PUT',
  path: '/organizer/event-drafts/:id',
  summary: 'Guarda um rascunho; 409 quando outra pessoa o guardou antes',
  bodyLimit: BODY_LIMIT_OF_DRAFT,
  body: z.object({
    /** The version that was loaded; 0 for a draft that is not stored yet. */
    version: Version,
    event_id: Id.nullable(),
    /** The organizer of a new event, named by Admin and Empresa; null: as before. */
    organizer_id: Id.nullable(),
    title: Name('O campo é obrigatório', 160),
    document: DraftDocument,
  }),
  data: EventDraftRow.pick({ version: true, updated_at: true }),
})

export const deleteEventDraft = defineRoute({
  ...DRAFT,
  method: 'DELETE',
  path: '/organizer/event-drafts/:id',
  summary: 'Apaga um rascunho',
})
