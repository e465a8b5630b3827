import { z } from 'zod'
import { MISSING } from '../event/sellable.ts'
import { BrazilianDate, Money } from '../fields.ts'
import { defineRoute, IdParams } from '../route.ts'
import { VIEWERS } from './dashboard.ts'

const Race = { event_id: z.int(), title: z.string() }

/** Of events still to come unless a field says otherwise. Money is null for callers who may not see it. */
export const OrganizerToday = z.object({
  /** In the enterprise's time zone. */
  today: z.object({ registrations: z.int(), received: Money.nullable() }),
  /** Registrations with a payment that can still be paid, by payment type. */
  waiting: z.array(z.object({ type: z.int(), registrations: z.int(), amount: Money.nullable() })),
  /** Sizes of which at most a tenth or at most three units are left; emptiest first. */
  low_sizes: z.array(z.object({ ...Race, kit: z.string(), size: z.string(), left: z.int() })),
  /** Events that cannot be sold because something is missing. */
  incomplete: z.array(
    z.object({
      ...Race,
      date_event: BrazilianDate.nullable(),
      missing: z.array(z.enum(MISSING)),
      /** Categories of active modalities for which there is no kit. */
      categories_without_kit: z.int(),
    }),
  ),
  /**
   * Refunds that the gateway cannot make, also of past and cancelled events. Empty for callers who may not
   * see money.
   */
  stuck_refunds: z.array(z.object({ ...Race, registrations: z.int() })),
  cancellations: z.array(z.object({ ...Race, registrations: z.int() })),
  /** E-mails about a registration that failed after all attempts. */
  failed_mails: z.array(z.object({ ...Race, registration_id: z.int(), name: z.string() })),
  /** Confirmed registrations that became more expensive, and whose difference is not paid. */
  unpaid_differences: z.array(z.object({ ...Race, registrations: z.int() })),
  failed_payments: z.array(z.object({ ...Race, registrations: z.int() })),
})
export type OrganizerToday = z.infer<typeof OrganizerToday>

export const getOrganizerToday = defineRoute({
  method: 'GET',
  path: '/organizer/morning',
  ...VIEWERS,
  summary:
    'O dia dos eventos que ainda vão acontecer: vendas, pagamentos em aberto, tamanhos acabando e o que espera por alguém',
  data: OrganizerToday,
})

/** Repeating the call changes nothing more. */
export const retryFailedMails = defineRoute({
  method: 'POST',
  path: '/organizer/events/:id/failed-mails/retry',
  access: { ...VIEWERS.access, permission: 'edit-registration-participant-event' },
  tag: VIEWERS.tag,
  summary: 'Envia de novo os e-mails de inscrições de um evento que não chegaram',
  params: IdParams,
  data: z.object({ retried: z.int() }),
})
