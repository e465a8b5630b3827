import { dayIn } from '#contract/dates.ts'
import { toCents } from '#contract/money.ts'
import type { Db } from '#server/lib/db.ts'
import { financesOf, splitBooks } from '../report/domain/finances.ts'
import { readBooks } from '../report/queries.ts'
import { balanceOf, type EventBalance, lastReserveDay, type Reserve } from './domain/balance.ts'
import {
  getOrganizer,
  listEvents,
  listOrganizers,
  type OrganizerRow,
  type Scope,
} from './queries/organizers.ts'
import { sumAsked, sumPaidOut, sumPaying, sumSplit, sumUnsettled } from './queries/sums.ts'

/** Until the enterprise sets its own. */
export const DEFAULT_RESERVE: Reserve = { rate: 1000, days: 7 }

export interface EventAccount {
  id: number
  title: string
  event_on: string
  reserve_until: string
  balance: EventBalance
}

export interface Account {
  organizer: OrganizerRow
  reserve: Reserve & { own: boolean }
  /** The earliest race first. */
  events: EventAccount[]
}

const reserveOf = ({ own_rate, own_days, common_rate, common_days }: OrganizerRow): Account['reserve'] => ({
  rate: own_rate ?? common_rate ?? DEFAULT_RESERVE.rate,
  days: own_days ?? common_days ?? DEFAULT_RESERVE.days,
  own: own_rate !== null,
})

/** The accounts of all organizers of a scope: docs/algorithms/payout.md. Call it in one snapshot. */
export const readAccounts = async (db: Db, scope: Scope, now: Date): Promise<Account[]> =>
  accountsOf(db, await listOrganizers(db, scope), { now })

/** Throws 404 outside of the scope. `without` is a payout whose amounts count as not taken. */
export async function readAccount(
  db: Db,
  scope: Scope,
  { now, without }: { now: Date; without?: number },
): Promise<Account> {
  const organizer = await getOrganizer(db, scope)
  const [account] = await accountsOf(db, [organizer], { now, without })
  return account ?? { organizer, reserve: reserveOf(organizer), events: [] }
}

async function accountsOf(
  db: Db,
  organizers: readonly OrganizerRow[],
  { now, without = null }: { now: Date; without?: number | null | undefined },
): Promise<Account[]> {
  if (organizers.length === 0) return []
  const events = await listEvents(
    db,
    organizers.map(({ id }) => id),
  )
  const ids = events.map(({ id }) => id)
  const books = splitBooks(await readBooks(db, ids, {}), ({ event_id }) => event_id)
  const unsettled = await sumUnsettled(db, ids)
  const asked = await sumAsked(db, ids)
  const split = await sumSplit(db, ids)
  const paying = await sumPaying(db, ids, without)
  const paid = await sumPaidOut(db, ids, ['paid'], null)

  const eventAccount = (event: (typeof events)[number], reserve: Reserve): EventAccount => {
    const { net, balance, owed_back, cash } = financesOf(
      books.get(event.id) ?? { money: [], dues: [], setupFees: [] },
    )
    const of = (sums: ReadonlyMap<number, number>) => sums.get(event.id) ?? 0
    return {
      id: event.id,
      title: event.title,
      event_on: event.event_on,
      reserve_until: lastReserveDay(event.event_on, reserve),
      balance: balanceOf(
        {
          net: cents(net),
          held: cents(balance) - cents(owed_back) - cents(cash),
          unsettled: of(unsettled),
          asked: of(asked),
          split: of(split),
          paid: of(paid),
          paying: of(paying),
        },
        { reserve, eventOn: event.event_on, today: dayIn(event.timezone, now) },
      ),
    }
  }
  const byOrganizer = Map.groupBy(events, ({ organizer_id }) => organizer_id)
  return organizers.map((organizer) => {
    const reserve = reserveOf(organizer)
    const own = byOrganizer.get(organizer.id) ?? []
    return { organizer, reserve, events: own.map((event) => eventAccount(event, reserve)) }
  })
}

const cents = (decimal: string): number => toCents(decimal) ?? 0
