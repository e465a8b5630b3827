import { dayIn } from '#contract/dates.ts'
import { splitBooks, sumsOf } from '#server/features/report/domain/finances.ts'
import { readBooks } from '#server/features/report/queries.ts'
import type { Db } from '#server/lib/db.ts'
import { balanceOf, type EventBalance, lastReserveDay, type Reserve } from './domain/balance.ts'
import {
  getOrganizer,
  listEvents,
  listOrganizers,
  type OrganizerRow,
  type Scope,
} from './queries/organizers.ts'
import { sumAsked, sumPaidOut, sumPaying, sumSplit, sumUnsettled } from './queries/sums.ts'

/** Everything: docs/decisions/payout.md. */
export const DEFAULT_RESERVE: Reserve = { rate: 10_000, days: 7 }

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
  /** Earliest race first. */
  events: EventAccount[]
}

const reserveOf = ({ own_rate, own_days, common_rate, common_days }: OrganizerRow): Account['reserve'] => ({
  rate: own_rate ?? common_rate ?? DEFAULT_RESERVE.rate,
  days: own_days ?? common_days ?? DEFAULT_RESERVE.days,
  own: own_rate !== null,
})

/** Call it within `inSnapshot` (docs/algorithms/payout.md). */
export const readAccounts = async (db: Db, scope: Scope, now: Date): Promise<Account[]> =>
  accountsOf(db, await listOrganizers(db, scope), { now })

/** The account of a scope's only organizer. Throws 404 outside the scope. `without` is a payout to ignore. */
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
    const { net, balance, owed_back, cash } = sumsOf(
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
          net,
          held: balance - owed_back - cash,
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
