import { z } from 'zod'
import { Instant } from '../fields.ts'
import { defineRoute, IdParams, PageMeta, PageQuery } from '../route.ts'
import { ORGANIZER } from './organizer-events.ts'

/** Only changed fields: `before` is null for a field that was empty, `after` for one that was emptied. */
export const HistoryEntry = z.object({
  id: z.int(),
  at: Instant,
  /** Null when the account no longer exists. */
  actor: z.string().nullable(),
  action: z.string(),
  /** Null for a change of the event. */
  registration_id: z.int().nullable(),
  changes: z.array(
    z.object({ field: z.string(), before: z.string().nullable(), after: z.string().nullable() }),
  ),
})
export type HistoryEntry = z.infer<typeof HistoryEntry>

export const listEventHistory = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/history',
  access: { ...ORGANIZER, permission: 'view-event' },
  tag: 'Organizador',
  summary: 'Quem mudou o quê num evento, o mais recente primeiro',
  params: IdParams,
  query: PageQuery,
  data: z.array(HistoryEntry),
  meta: PageMeta,
})
