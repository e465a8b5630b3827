import { z } from 'zod'
import { BrazilianDate, Money } from '../fields.ts'
import { defineRoute } from '../route.ts'
import { MISSING } from '../sellable.ts'

const Race = { event_id: z.int(), title: z.string() }

/** What an organizer looks at in the morning, of the events still to come. Money is null for whoever may not see it. */
export const OrganizerMorning = z.object({
  /** By the company's day. */
  today: z.object({ registrations: z.int(), received: Money.nullable() }),
  /** Registrations whose payment can still be paid, by its type. */
  waiting: z.array(z.object({ type: z.int(), registrations: z.int(), amount: Money.nullable() })),
  /** Sizes with a tenth or less of their units left, or three; the emptiest first. */
  low_sizes: z.array(z.object({ ...Race, kit: z.string(), size: z.string(), left: z.int() })),
  /** What nobody but a person can do. `date_event` null: a draft that has none yet. */
  incomplete: z.array(
    z.object({ ...Race, date_event: BrazilianDate.nullable(), missing: z.array(z.enum(MISSING)) }),
  ),
  /** Refunds that the gateway cannot make by itself, of past and cancelled events too. */
  stuck_refunds: z.array(z.object({ ...Race, registrations: z.int() })),
  cancellations: z.array(z.object({ ...Race, registrations: z.int() })),
  /** People whose mail about their registration could not be sent, time and again. */
  failed_mails: z.array(z.object({ ...Race, registration_id: z.int(), name: z.string() })),
  failed_payments: z.array(z.object({ ...Race, registrations: z.int() })),
})
export type OrganizerMorning = z.infer<typeof OrganizerMorning>

export const getOrganizerMorning = defineRoute({
  method: 'GET',
  path: '/organizer/morning',
  access: { roles: ['Organizador', 'Admin', 'Empresa'], permission: 'view-event-participants' },
  tag: 'Painéis',
  summary:
    'O dia dos eventos que ainda vão acontecer: vendas, pagamentos em aberto, tamanhos acabando e o que espera por alguém',
  data: OrganizerMorning,
})
