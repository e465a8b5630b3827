import { dayIn, toBrazilianDateOrNull } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { OrganizerMorning } from '#contract/report/home.ts'
import type { Missing } from '#contract/sellable.ts'
import type { Deps } from '#server/deps.ts'
import type { Caller } from '#server/lib/auth.ts'
import { inSnapshot } from '#server/lib/db.ts'
import { countByDay } from '../dashboard/queries.ts'
import { sumOf } from '../domain/sum.ts'
import { seesFinances } from '../policy.ts'
import { listMoney } from '../queries.ts'
import {
  countFailed,
  countRequests,
  listComing,
  listFailedMails,
  listLowSizes,
  listStuckRefunds,
  sumWaiting,
} from './queries.ts'

/** The time zone of "today" when events have several: the company's. */
const COMPANY_ZONE = 'America/Sao_Paulo'
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
          date_event: toBrazilianDateOrNull(event_on),
          missing: missing as Missing[],
        })),
      cancellations: (await countRequests(snapshot, ids)).map(({ event_id, registrations }) => ({
        ...race(event_id),
        registrations,
      })),
      stuck_refunds: await listStuckRefunds(snapshot, caller),
      failed_mails: (await listFailedMails(snapshot, ids)).map(({ event_id, ...mail }) => ({
        ...race(event_id),
        ...mail,
      })),
      failed_payments: failing.map(({ event_id, registrations }) => ({ ...race(event_id), registrations })),
    }
  })
}
