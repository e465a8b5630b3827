import { dayIn, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import type { Period } from '#contract/report/period.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { type Db, inSnapshot } from '#server/lib/db.ts'
import { dayFigures, daysOf, PLATFORM_ZONE, periodBefore, totalsOf } from '../domain/day-figures.ts'
import type { MoneyRow } from '../domain/finances.ts'
import { seesFinances } from '../policy.ts'
import { listMoney } from '../queries.ts'
import { countByDay, listNext, listReached, type ReachedRow } from './queries.ts'

const NEXT_EVENTS = 5

interface Figures {
  counts: { event_id: number; day: IsoDate; registrations: number }[]
  /** Null for callers without access to finances. */
  money: MoneyRow[] | null
}

/** All events within the caller's scope, also for the previous period of the same length. */
export async function readOrganizerDashboard(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  period: Period,
): Promise<OrganizerDashboard> {
  const now = clock.now()
  return inSnapshot(db, async (snapshot) => {
    const events = await listReached(snapshot, caller)
    const read = (days: Period) => readFigures(snapshot, events, days, seesFinances(caller))
    const { counts, money } = await read(period)
    const before = periodBefore(period)
    const earlier = before && (await read(before))
    const known = [...counts, ...(money ?? [])].map(({ day }) => day)
    const next = await listNext(snapshot, caller, now, NEXT_EVENTS)
    return {
      events: events.length,
      current: totalsOf(counts, money),
      previous: earlier && totalsOf(earlier.counts, earlier.money),
      by_day: dayFigures(daysOf(period, known, dayIn(PLATFORM_ZONE, now)), counts, money),
      by_event: byEvent(events, { counts, money }),
      next_events: next.map(({ event_on, ...event }) => ({
        ...event,
        date_event: toBrazilianDate(event_on),
      })),
    }
  })
}

async function readFigures(
  db: Db,
  events: readonly ReachedRow[],
  period: Period,
  withMoney: boolean,
): Promise<Figures> {
  const ids = events.map(({ id }) => id)
  return {
    counts: await countByDay(db, ids, period),
    money: withMoney ? await listMoney(db, ids, period) : null,
  }
}

function byEvent(events: readonly ReachedRow[], { counts, money }: Figures): OrganizerDashboard['by_event'] {
  const countsOf = Map.groupBy(counts, ({ event_id }) => event_id)
  const moneyOf = Map.groupBy(money ?? [], ({ event_id }) => event_id)
  return events
    .filter(({ id }) => countsOf.has(id) || moneyOf.has(id))
    .map(({ event_on, ...event }) => ({
      ...event,
      date_event: toBrazilianDate(event_on),
      ...totalsOf(countsOf.get(event.id) ?? [], money && (moneyOf.get(event.id) ?? [])),
    }))
    .sort((a, b) => b.registrations - a.registrations || b.id - a.id)
}
