import type { AdminOverview, CompanyOverview } from '#contract/backoffice/overview.ts'
import { toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { OVERDUE_DAYS } from '#contract/refund.ts'
import type { Deps } from '#server/deps.ts'
import { sumReceived } from '../../report/queries.ts'
import { MAIL_TASKS } from '../jobs.ts'
import {
  countEventsByStatus,
  countGateway,
  countHeld,
  countJobs,
  countPeople,
  getCompany,
  getMailHealth,
  listNextEvents,
} from './queries.ts'

/** The platform's figures as of now. */
export async function readAdminOverview({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<AdminOverview> {
  const overdueFrom = new Date(clock.now().getTime() - OVERDUE_DAYS * 86_400_000)
  const [events, registrations, receivedCents, people, jobs, mail, gateway] = await Promise.all([
    countEventsByStatus(db, null),
    countHeld(db, null),
    sumReceived(db, null),
    countPeople(db),
    countJobs(db, MAIL_TASKS),
    getMailHealth(db),
    countGateway(db, overdueFrom),
  ])
  return {
    events,
    registrations,
    received: toDecimal(receivedCents),
    accounts: people.accounts,
    blocked_accounts: people.blocked,
    organizers: people.organizers,
    enterprises: people.enterprises,
    jobs: {
      queued: jobs.queued,
      retrying: jobs.retrying,
      failed: jobs.failed,
      oldest_waiting_since: jobs.oldest?.toISOString() ?? null,
    },
    mail: {
      last_sent_at: mail?.succeeded_at?.toISOString() ?? null,
      failing_since_last: mail ? failing(mail) : null,
      waiting: jobs.mailWaiting,
    },
    gateway: {
      unhandled_messages: gateway.unhandled,
      odd_messages: gateway.odd,
      charges_without_link: gateway.linkless,
      refunds_for_a_person: gateway.refunds,
      last_message_at: gateway.lastMessageAt?.toISOString() ?? null,
    },
  }
}

interface MailHealth {
  succeeded_at: Date | null
  failed_at: Date | null
  failure: string | null
}

/** A failure is shown until a message is sent again. */
function failing({ succeeded_at: succeeded, failed_at: failed, failure }: MailHealth) {
  if (!failed || (succeeded && succeeded > failed)) return null
  return { at: failed.toISOString(), reason: failure ?? '' }
}

/** The figures of one enterprise. */
export async function readCompanyOverview(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  enterpriseId: number,
): Promise<CompanyOverview> {
  const [company, events, registrations, receivedCents, next] = await Promise.all([
    getCompany(db, enterpriseId),
    countEventsByStatus(db, enterpriseId),
    countHeld(db, enterpriseId),
    sumReceived(db, enterpriseId),
    listNextEvents(db, enterpriseId, clock.now()),
  ])
  return {
    enterprise: { id: company.id, name: company.name },
    events,
    registrations,
    received: toDecimal(receivedCents),
    cities: company.cities,
    organizers: company.organizers,
    next_events: next.map(({ event_on, state_code, ...event }) => ({
      ...event,
      date_event: toBrazilianDate(event_on),
      state: state_code,
    })),
  }
}
