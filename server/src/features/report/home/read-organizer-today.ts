import { dayIn, toBrazilianDateOrNull } from '#contract/dates.ts'
import type { Missing } from '#contract/event/sellable.ts'
import { toDecimal } from '#contract/money.ts'
import type { OrganizerToday } from '#contract/report/home.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { inSnapshot } from '#server/lib/db.ts'
import { countByDay } from '../dashboard/queries.ts'
import { PLATFORM_ZONE } from '../domain/day-figures.ts'
import { sumBy, sumOf } from '../domain/sum.ts'
import { seesFinances } from '../policy.ts'
import { listMoney } from '../queries.ts'
import {
  countBareCategories,
  countRequests,
  listComing,
  listFailedMails,
  listLowSizes,
  listStuckRefunds,
  MOST_TASKS,
  sumOpen,
} from './queries.ts'

export async function readOrganizerToday(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  caller: Caller,
): Promise<OrganizerToday> {
  const today = dayIn(PLATFORM_ZONE, clock.now())
  return inSnapshot(db, async (snapshot) => {
    const events = await listComing(snapshot, caller, today)
    const ids = events.map(({ id }) => id)
    const titles = new Map(events.map(({ id, title }) => [id, title]))
    const titled = <Row extends { event_id: number }>(row: Row) => ({
      ...row,
      title: titles.get(row.event_id) ?? '',
    })
    const sees = seesFinances(caller)
    const period = { from: today, to: today }
    const counts = await countByDay(snapshot, ids, period)
    const money = sees ? await listMoney(snapshot, ids, period) : null
    const open = await sumOpen(snapshot, ids)
    const mostOf = (kind: 'failed' | 'owing') =>
      [
        ...sumBy(
          open,
          ({ event_id }) => event_id,
          (row) => row[kind],
        ),
      ]
        .filter(([, registrations]) => registrations > 0)
        .sort(([, a], [, b]) => b - a)
        .slice(0, MOST_TASKS)
        .map(([event_id, registrations]) => titled({ event_id, registrations }))
    const owed = sumBy(
      open,
      ({ type }) => type,
      ({ cents }) => cents,
    )
    const waiting = [
      ...sumBy(
        open,
        ({ type }) => type,
        (row) => row.waiting,
      ),
    ].filter(([, registrations]) => registrations > 0)
    const incomplete = events.filter(({ missing }) => missing.length > 0).slice(0, MOST_TASKS)
    const bare = new Map(
      (
        await countBareCategories(
          snapshot,
          incomplete.map(({ id }) => id),
        )
      ).map(({ event_id, categories }) => [event_id, categories]),
    )
    return {
      today: {
        registrations: sumOf(counts, ({ registrations }) => registrations),
        received: money && toDecimal(sumOf(money, ({ received }) => received)),
      },
      waiting: waiting.map(([type, registrations]) => ({
        type,
        registrations,
        amount: sees ? toDecimal(owed.get(type) ?? 0) : null,
      })),
      low_sizes: (await listLowSizes(snapshot, ids)).map(titled),
      incomplete: incomplete.map(({ id, title, event_on, missing }) => ({
        event_id: id,
        title,
        date_event: toBrazilianDateOrNull(event_on),
        missing: missing as Missing[],
        categories_without_kit: bare.get(id) ?? 0,
      })),
      cancellations: (await countRequests(snapshot, ids)).map(titled),
      stuck_refunds: sees ? await listStuckRefunds(snapshot, caller) : [],
      failed_mails: (await listFailedMails(snapshot, ids)).map(titled),
      unpaid_differences: mostOf('owing'),
      failed_payments: mostOf('failed'),
    }
  })
}
