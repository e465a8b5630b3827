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

const NextEvent = z.object({
  id: z.int(),
  slug: z.string(),
  title: z.string(),
  date_event: z.string(),
  city: z.string().nullable(),
  state: z.string().nullable(),
  held: z.int(),
  capacity: z.int().nullable(),
})

export const AdminOverview = z.object({
  /** The version of the process that answers. */
  version: z.string(),
  /** The platform's legal data is not configured, so no event can be opened. */
  lacks_seller: z.boolean(),
  events: EventCounts,
  /** Pending and confirmed: they hold a spot. */
  registrations: z.int(),
  /** `received` of the statement over all events (docs/algorithms/report.md). */
  received: Money,
  accounts: z.int(),
  blocked_accounts: z.int(),
  organizers: z.int(),
  enterprises: z.int(),
  next_events: z.array(NextEvent),
  jobs: z.object({
    queued: z.int(),
    retrying: z.int(),
    /** Jobs whose last attempt failed. */
    failed: z.int(),
    oldest_waiting_since: Instant.nullable(),
    /** The first failure of the job that has been failing for longest and will be tried again. */
    failing_since: Instant.nullable(),
  }),
  mail: z.object({
    last_sent_at: Instant.nullable(),
    /** Null when a message was sent after the failure. */
    failing_since_last: z.object({ at: Instant, reason: z.string() }).nullable(),
    waiting: z.int(),
  }),
  gateway: z.object({
    unhandled_messages: z.int(),
    /** Messages that were handled, but whose payment needs an administrator. */
    odd_messages: z.int(),
    charges_without_link: z.int(),
    /** Refunds that failed or are overdue. */
    refunds_for_a_person: z.int(),
    last_message_at: Instant.nullable(),
    /** Within the last hour. */
    key_rejected_at: Instant.nullable(),
    /**
     * Payments of the last day that only a comparison with the gateway found paid: no message reported it.
     */
    payments_without_message: z.int(),
    refunds_to_authorize: z.int(),
    /** The sum of the refunds that wait because the balance at the gateway is too low. */
    missing_balance: Money,
    /** Differences of the last week that the comparison with the gateway could not correct. */
    differences: z.int(),
    /** Payments whose state at the gateway could not be applied although money moved there; the latest. */
    refused_payments: z.array(
      z.object({
        payment_id: z.int(),
        charge_id: z.string().nullable(),
        status_code: z.int(),
        /** At the gateway, as one of our codes. */
        reported_code: z.int(),
      }),
    ),
    /** The latest amounts beyond what was owed that the gateway returned within the last week. */
    unmatched_refunds: z.array(
      z.object({ payment_id: z.int(), charge_id: z.string().nullable(), amount: Money }),
    ),
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

export const EnterpriseOverview = z.object({
  enterprise: z.object({ id: z.int(), name: z.string() }),
  events: EventCounts,
  registrations: z.int(),
  /** `received` of the statement over the enterprise's events. */
  received: Money,
  cities: z.int(),
  organizers: z.int(),
  /** Tasks that wait for the staff of the enterprise. */
  tasks: z.object({
    /** Refunds that the gateway cannot make. */
    stuck_refunds: z.int(),
    /** Refunds to be approved or refused. */
    requested_refunds: z.int(),
    /** Refunds that take longer than they should. */
    overdue_refunds: z.int(),
    /** Payouts to be approved or refused. */
    requested_payouts: z.int(),
    /** Payouts to be made. */
    approved_payouts: z.int(),
  }),
  next_events: z.array(NextEvent),
})
export type EnterpriseOverview = z.infer<typeof EnterpriseOverview>

export const getEnterpriseOverview = defineRoute({
  method: 'GET',
  path: '/enterprise/overview',
  access: { roles: ['Admin', 'Empresa'] },
  tag: 'Empresa',
  summary: 'Os totais da empresa e os seus próximos eventos',
  data: EnterpriseOverview,
})
