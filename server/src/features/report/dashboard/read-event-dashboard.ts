import {
  dayIn,
  daysBetween,
  type IsoDate,
  NO_DAY,
  toBrazilianDate,
  toBrazilianDateOrNull,
} from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { REGISTRATION_STATUS } from '#contract/payment/payment-status.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import type { Deps } from '#server/deps.ts'
import { getAccessibleEvent } from '#server/features/event/access/queries.ts'
import type { Caller } from '#server/lib/auth.ts'
import { inSnapshot } from '#server/lib/db.ts'
import { couponFigures } from '../domain/coupon-figures.ts'
import { dayFigures, daysOf } from '../domain/day-figures.ts'
import { byCategory, byPayment, duesOf, type EntrySum, madeByDay } from '../domain/entry-sums.ts'
import { financesOf, methodsOf } from '../domain/finances.ts'
import { expectedPaid, type PaidOn, paceLine } from '../domain/pace.ts'
import { sizesToOrder } from '../domain/sizes-to-order.ts'
import { sumOf } from '../domain/sum.ts'
import { tiersSold } from '../domain/tiers-sold.ts'
import { seesFinances } from '../policy.ts'
import { listMoney, listSetupFees } from '../queries.ts'
import {
  countPaid,
  countTeams,
  findLastEdition,
  getReportedEvent,
  listCategories,
  listCoupons,
  listGroups,
  listSizes,
  listTierSales,
  sumCategories,
  sumCoupons,
  sumEntries,
} from './queries.ts'

type CategorySums = Awaited<ReturnType<typeof sumCategories>>

/** Throws 404 outside the caller's scope. */
export async function readEventDashboard(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
  eventId: number,
): Promise<EventDashboard> {
  await getAccessibleEvent(db, caller, eventId)
  return inSnapshot(db, async (snapshot) => {
    const {
      event_on,
      registration_ends_on: endsOn,
      timezone,
      registration_goal: goal,
      ...event
    } = await getReportedEvent(snapshot, eventId)
    const entries = await sumEntries(snapshot, eventId)
    const categories = await sumCategories(snapshot, eventId)
    const counts = madeByDay(entries)
    const books = seesFinances(caller)
      ? {
          money: await listMoney(snapshot, [eventId], {}),
          dues: duesOf(eventId, entries),
          setupFees: await listSetupFees(snapshot, [eventId], {}),
        }
      : null
    const known = [...counts, ...(books?.money ?? [])].map(({ day }) => day)
    const today = dayIn(timezone, clock.now())
    const daysLeft = Math.max(0, daysBetween(today, event_on))
    const last = await findLastEdition(snapshot, eventId, daysLeft)
    const paid = paidOf(entries, event_on)
    const lastPaid = last ? await countPaid(snapshot, last.id) : null
    const sales = { daysLeft, salesDays: daysBetween(today, endsOn) + 1, capacity: event.capacity }
    const isDated = event_on !== NO_DAY
    const coupons = await listCoupons(snapshot, eventId)
    const amount = books ? toDecimal : () => null
    return {
      event: { ...event, date_event: toBrazilianDateOrNull(event_on) },
      registrations: countStatuses(categories),
      finances: books && financesOf(books),
      pace: {
        days_left: isDated ? daysLeft : null,
        today: sumOf(counts, ({ day, registrations }) => (day === today ? registrations : 0)),
        last_edition: last ? { ...last, date_event: toBrazilianDate(last.event_on) } : null,
        goal,
        expected: isDated ? expectedPaid(paid, lastPaid, sales) : null,
        line: isDated ? paceLine(paid, lastPaid, daysLeft) : [],
      },
      by_day: dayFigures(daysOf({}, known, today), counts, books?.money ?? null),
      by_category: byCategory(await listCategories(snapshot, eventId), categories, amount),
      by_method: books && methodsOf(books.money),
      by_payment: byPayment(entries),
      sizes: sizesToOrder(await listSizes(snapshot, eventId)),
      tiers: tiersSold(await listTierSales(snapshot, eventId, clock.now()), { today, endsOn }),
      teams: await countTeams(snapshot, eventId),
      groups: await listGroups(snapshot, eventId),
      ...couponFigures(coupons, books && (coupons.length > 0 ? await sumCoupons(snapshot, eventId) : [])),
    }
  })
}

const paidOf = (entries: readonly EntrySum[], eventOn: IsoDate): PaidOn[] =>
  entries
    .filter(({ paid }) => paid > 0)
    .map(({ paid_on, created_on, paid }) => ({
      days_left: Math.max(0, daysBetween(paid_on ?? created_on, eventOn)),
      registrations: paid,
    }))

function countStatuses(sums: CategorySums): EventDashboard['registrations'] {
  const { pending, confirmed, cancelled } = REGISTRATION_STATUS
  const of = (wanted: number) => sumOf(sums, ({ status, registered }) => (status === wanted ? registered : 0))
  return {
    registered: sumOf(sums, ({ registered }) => registered),
    confirmed: of(confirmed),
    pending: of(pending),
    cancelled: of(cancelled),
    paid: sumOf(sums, ({ paid }) => paid),
    free: sumOf(sums, ({ free }) => free),
  }
}
