import { sql } from 'kysely'
import { dayIn, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { PAYMENT_STATUS } from '#contract/payment-status.ts'
import type { OrganizerMorning } from '#contract/report/home.ts'
import type { Missing } from '#contract/sellable.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, inSnapshot } from '#server/lib/db.ts'
import { withinReach } from '../../producer/events/queries.ts'
import { eventReach } from '../../producer/policy.ts'
import { countByDay } from '../dashboard/queries.ts'
import { sumOf } from '../domain/sum.ts'
import { seesFinances } from '../policy.ts'
import { listMoney } from '../queries.ts'

/** The time zone of "today" when events have several: the company's. */
const COMPANY_ZONE = 'America/Sao_Paulo'
/** Races to come that are looked at; whoever has more sees the soonest. */
const MOST_EVENTS = 200
const MOST_SIZES = 8

const { pending, overdue, refused, rejected, failed } = PAYMENT_STATUS

/** What concerns today, of the events within the caller's reach that are still to come. */
export async function readMorning(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
): Promise<OrganizerMorning> {
  const today = dayIn(COMPANY_ZONE, clock.now())
  return inSnapshot(db, async (snapshot) => {
    const events = await listComing(snapshot, caller, today)
    const ids = events.map(({ id }) => id)
    const titles = new Map(events.map(({ id, title }) => [id, title]))
    const race = (id: number) => ({ event_id: id, title: titles.get(id) ?? '' })
    const sees = seesFinances(caller)
    const period = { from: today, to: today }
    const counts = await countByDay(snapshot, ids, period)
    const money = sees ? await listMoney(snapshot, ids, period) : null
    const waiting = await sumWaiting(snapshot, ids)
    const failing = await countFailed(snapshot, ids)
    return {
      today: {
        registrations: sumOf(counts, ({ registrations }) => registrations),
        received: money && toDecimal(sumOf(money, ({ received }) => received)),
      },
      waiting: waiting.map(({ type, registrations, cents }) => ({
        type,
        registrations,
        amount: sees ? toDecimal(cents) : null,
      })),
      low_sizes: (await listLowSizes(snapshot, ids)).map(({ event_id, ...size }) => ({
        ...race(event_id),
        ...size,
      })),
      incomplete: events
        .filter(({ missing }) => missing.length > 0)
        .map(({ id, event_on, missing }) => ({
          ...race(id),
          date_event: toBrazilianDate(event_on),
          missing: missing as Missing[],
        })),
      cancellations: (await countRequests(snapshot, ids)).map(({ event_id, registrations }) => ({
        ...race(event_id),
        registrations,
      })),
      failed_payments: failing.map(({ event_id, registrations }) => ({ ...race(event_id), registrations })),
    }
  })
}

const listComing = (db: Db, caller: Caller, today: IsoDate) =>
  db
    .selectFrom('events')
    .where(withinReach(eventReach(caller)))
    .where('events.status', 'in', [0, 1])
    .where('events.event_on', '>=', today)
    .select(['events.id', 'events.title', 'events.event_on', 'events.missing'])
    .orderBy('events.event_on')
    .orderBy('events.id')
    .limit(MOST_EVENTS)
    .execute()

/** Of the entries only the index is read, then the few that wait. */
async function sumWaiting(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ type: number; registrations: number; cents: number }>`
    with waiting as materialized (
      select event_id, registration_id, total_cents - paid_cents as cents from participant_entries
      where event_id = any (${eventIds}::bigint[])
        and payment_status in (${pending}, ${overdue}, ${refused}, ${rejected}) and status <> 2
    )
    select e.payment_type as type, count(*)::int as registrations, sum(w.cents)::bigint as cents
    from waiting w join participant_entries e using (event_id, registration_id)
    group by 1 order by 1`.execute(db)
  return rows
}

async function countFailed(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; registrations: number }>`
    select event_id, count(*)::int as registrations from participant_entries
    where event_id = any (${eventIds}::bigint[]) and payment_status = ${failed} and status <> 2
    group by 1 order by 2 desc`.execute(db)
  return rows
}

async function countRequests(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; registrations: number }>`
    select event_id, count(distinct registration_id)::int as registrations from refunds
    where event_id = any (${eventIds}::bigint[]) and status = 'requested' and reason = 'policy'
    group by 1 order by 2 desc`.execute(db)
  return rows
}

async function listLowSizes(db: Db, eventIds: readonly number[]) {
  const { rows } = await sql<{ event_id: number; kit: string; size: string; left: number }>`
    select k.event_id, k.name as kit, s.name as size, (l.capacity - l.held)::int as left
    from kits k join shirt_sizes s on s.kit_id = k.id join stock_levels l on l.id = s.stock_level_id
    where k.event_id = any (${eventIds}::bigint[]) and k.status = 1 and l.capacity > 0 and l.held > 0
      and l.capacity - l.held <= greatest(3, l.capacity / 10)
    order by (l.capacity - l.held)::float / l.capacity, k.event_id, k.position, s.position
    limit ${MOST_SIZES}`.execute(db)
  return rows
}
