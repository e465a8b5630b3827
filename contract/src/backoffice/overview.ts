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
  /** Pending and confirmed: those that hold a spot. */
  registrations: z.int(),
  /** The statement's figure, of all events: docs/algorithms/report.md. */
  received: Money,
  accounts: z.int(),
  blocked_accounts: z.int(),
  organizers: z.int(),
  enterprises: z.int(),
  jobs: z.object({
    /** Due and not started. */
    queued: z.int(),
    /** Failed and to be retried. */
    retrying: z.int(),
    /** Used up their attempts. */
    failed: z.int(),
    /** Since when the oldest queued job has been due. */
    oldest_waiting_since: Instant.nullable(),
  }),
  mail: z.object({
    last_sent_at: Instant.nullable(),
    /** Null when a message was sent since. */
    failing_since_last: z.object({ at: Instant, reason: z.string() }).nullable(),
    /** Messages that failed and wait for another attempt or for an administrator. */
    waiting: z.int(),
  }),
  gateway: z.object({
    unhandled_messages: z.int(),
    /** Handled, but the payment needs an administrator's attention. */
    odd_messages: z.int(),
    charges_without_link: z.int(),
    /** Refunds that the gateway did not make, or not in time: a person has to. */
    refunds_for_a_person: z.int(),
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
  /** The statement's figure, of the enterprise's events. */
  received: Money,
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
