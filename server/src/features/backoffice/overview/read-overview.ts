import type { AdminOverview, EnterpriseOverview } from '#contract/backoffice/overview.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { OVERDUE_DAYS } from '#contract/payment/refund.ts'
import type { Deps } from '#server/deps.ts'
import { sumReceived } from '#server/features/report/queries.ts'
import { countJobsByTask } from '#server/lib/jobs/count-jobs.ts'
import { QUIET_MS } from '#server/lib/mail/recorded-mailer.ts'
import { VERSION } from '#server/lib/version.ts'
import { MAIL_TASKS } from '../jobs.ts'
import {
  countEnterpriseTasks,
  countEventsByStatus,
  countGateway,
  countHeld,
  countJobs,
  countPeople,
  getCompany,
  getGatewayTasks,
  getMailHealth,
  listNextEvents,
  listRefused,
  listUnmatched,
} from './queries.ts'

export async function readAdminOverview({
  db,
  clock,
  config,
}: Pick<Deps, 'db' | 'clock' | 'config'>): Promise<AdminOverview> {
  const now = clock.now()
  const [
    events,
    registrations,
    receivedCents,
    people,
    jobs,
    tasks,
    mail,
    gateway,
    gatewayTasks,
    refused,
    unmatched,
    next,
  ] = await Promise.all([
    countEventsByStatus(db, null),
    countHeld(db, null),
    sumReceived(db, null),
    countPeople(db),
    countJobs(db, MAIL_TASKS),
    countJobsByTask(db),
    getMailHealth(db),
    countGateway(db, overdueBefore(now)),
    getGatewayTasks(db),
    listRefused(db),
    listUnmatched(db),
    listNextEvents(db, null, now),
  ])
  const failing = Math.max(0, ...tasks.map((task) => task.failing))
  return {
    version: VERSION,
    lacks_seller: config.seller === null,
    events,
    registrations,
    received: toDecimal(receivedCents),
    accounts: people.accounts,
    blocked_accounts: people.blocked,
    organizers: people.organizers,
    enterprises: people.enterprises,
    next_events: next.map(presentNext),
    jobs: {
      queued: jobs.queued,
      retrying: jobs.retrying,
      failed: jobs.failed,
      oldest_waiting_since: jobs.oldest?.toISOString() ?? null,
      failing_since: failing > 0 ? new Date(now.getTime() - failing * 1000).toISOString() : null,
    },
    mail: {
      last_sent_at: mail?.succeeded_at?.toISOString() ?? null,
      failing_since_last: mail ? failureOf(mail) : null,
      waiting: jobs.mailWaiting,
    },
    gateway: {
      unhandled_messages: gateway.unhandled,
      odd_messages: gateway.odd,
      charges_without_link: gateway.linkless,
      refunds_for_a_person: gateway.refunds,
      last_message_at: gateway.lastMessageAt?.toISOString() ?? null,
      key_rejected_at: gatewayTasks.key_rejected_at?.toISOString() ?? null,
      payments_without_message: gatewayTasks.payments_without_message ?? 0,
      refunds_to_authorize: gatewayTasks.refunds_to_authorize ?? 0,
      missing_balance: toDecimal(gatewayTasks.missing_balance_cents ?? 0),
      differences: gatewayTasks.differences ?? 0,
      refused_payments: refused,
      unmatched_refunds: unmatched.map(({ amount_cents, ...row }) => ({
        ...row,
        amount: toDecimal(amount_cents),
      })),
    },
  }
}

const overdueBefore = (now: Date): Date => new Date(now.getTime() - OVERDUE_DAYS * 86_400_000)

function presentNext({ event_on, state_code, ...event }: Awaited<ReturnType<typeof listNextEvents>>[number]) {
  return { ...event, date_event: toBrazilianDate(event_on), state: state_code }
}

interface MailHealth {
  succeeded_at: Date | null
  failed_at: Date | null
  failure: string | null
}

/**
 * Null if a message has been sent since the failure. Shortly after a success other processes may have sent
 * messages without recording them.
 */
function failureOf({ succeeded_at: succeeded, failed_at: failed, failure }: MailHealth) {
  if (!failed || (succeeded && succeeded.getTime() + QUIET_MS > failed.getTime())) return null
  return { at: failed.toISOString(), reason: failure ?? '' }
}

export async function readEnterpriseOverview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  enterpriseId: number,
): Promise<EnterpriseOverview> {
  const now = clock.now()
  const [company, events, registrations, receivedCents, tasks, next] = await Promise.all([
    getCompany(db, enterpriseId),
    countEventsByStatus(db, enterpriseId),
    countHeld(db, enterpriseId),
    sumReceived(db, enterpriseId),
    countEnterpriseTasks(db, enterpriseId, overdueBefore(now)),
    listNextEvents(db, enterpriseId, now),
  ])
  return {
    enterprise: { id: company.id, name: company.name },
    events,
    registrations,
    received: toDecimal(receivedCents),
    cities: company.cities,
    organizers: company.organizers,
    tasks,
    next_events: next.map(presentNext),
  }
}
