import { z } from 'zod'
import { BrazilianDate, Money } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'

/** For authorities (Ministério Público, Procon), so without personal data. */
export const EventRights = z.object({
  event: z.object({ id: z.int(), title: z.string(), date_event: BrazilianDate.nullable() }),
  /** In the event's order. `claims` is the sum of the five counts after it. */
  rules: z.array(
    z.object({
      id: z.int(),
      name: z.string(),
      source_url: z.string().nullable(),
      /** Percent. */
      rate: z.string().nullable(),
      /** Why the event does not give the discount; null while it does, or when no reason was written. */
      off_reason: z.string().nullable(),
      is_on: z.boolean(),
      claims: z.int(),
      granted: z.int(),
      /** The proof is missing, or nobody has decided on it. */
      open: z.int(),
      approved: z.int(),
      rejected: z.int(),
      /** The registration was cancelled, or its price includes another discount. */
      unused: z.int(),
      /** What the discounts in effect take off. */
      discount: Money,
      quota: z.int().nullable(),
      used: z.int(),
      /** The reasons of rejections, the most frequent first; null: the reason was deleted after its time. */
      reasons: z.array(z.object({ reason: z.string().nullable(), claims: z.int() })),
    }),
  ),
})
export type EventRights = z.infer<typeof EventRights>

export const getEventRights = defineRoute({
  method: 'GET',
  path: '/organizer/events/:id/rights-report',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-finances' },
  tag: 'Painéis',
  summary: 'Os descontos por direito de um evento, por regra, sem dados pessoais',
  params: IdParams,
  data: EventRights,
})
