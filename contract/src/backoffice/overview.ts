import { z } from 'zod'
import { Instant, Money } from '../fields.ts'
import { defineRoute } from '../route.ts'

const EventCounts = z.object({
  inactive: z.int(),
  active: z.int(),
  expired: z.int(),
  cancelled: z.int(),
})
export type EventCounts = z.infer<typeof EventCounts>

export const AdminOverview = z.object({
  events: EventCounts,
  /** Pending and confirmed ones: what holds a place. */
  registrations: z.int(),
  /** The whole value of every payment whose money is in and that repeats no other. */
  gross_paid: Money,
  accounts: z.int(),
  blocked_accounts: z.int(),
  organizers: z.int(),
  enterprises: z.int(),
  jobs: z.object({
    /** Due and not yet begun. */
    queued: z.int(),
    /** Failed before, will be tried again. */
    retrying: z.int(),
    /** All attempts used up. */
    failed: z.int(),
    /** Since when the oldest of the queued ones waits. */
    oldest_waiting_since: Instant.nullable(),
  }),
  mail: z.object({
    last_sent_at: Instant.nullable(),
    /** Only while it is newer than the last success. */
    failing_since_last: z.object({ at: Instant, reason: z.string() }).nullable(),
    /** Messages that wait for another attempt, or for a person. */
    waiting: z.int(),
  }),
  gateway: z.object({
    unhandled_messages: z.int(),
    /** Handled, but their money needs a person. */
    odd_messages: z.int(),
    charges_without_link: z.int(),
    last_message_at: Instant.nullable(),
  }),
})
export type AdminOverview = z.infer<typeof AdminOverview>

export const getAdminOverview = defineRoute({
  method: 'GET',
  path: '/admin/overview',
  access: { roles: ['Admin'] },
  tag: 'Administração',
  summary: 'Totais da plataforma e a saúde de tarefas, e-mails e gateway',
  data: AdminOverview,
})

export const CompanyOverview = z.object({
  enterprise: z.object({ id: z.int(), name: z.string() }),
  events: EventCounts,
  registrations: z.int(),
  gross_paid: Money,
  cities: z.int(),
  organizers: z.int(),
  next_events: z.array(
    z.object({
      id: z.int(),
      slug: z.string(),
      title: z.string(),
      date_event: z.string(),
      city: z.string().nullable(),
      state: z.string().nullable(),
      held: z.int(),
      capacity: z.int().nullable(),
    }),
  ),
})
export type CompanyOverview = z.infer<typeof CompanyOverview>

export const getCompanyOverview = defineRoute({
  method: 'GET',
  path: '/enterprise/overview',
  access: { roles: ['Admin', 'Empresa'] },
  tag: 'Empresa',
  summary: 'Os totais da empresa e os seus próximos eventos',
  data: CompanyOverview,
})
