import { addDays, type IsoDate } from '#contract/dates.ts'
import { type BasisPoints, type Cents, percentOf } from '#contract/money.ts'

/** Of the company, or of one organizer. */
export interface Reserve {
  rate: BasisPoints
  days: number
}

/** What the books say of one event, from its beginning until now. */
export interface EventBooks {
  net: Cents
  /** Balance less what is owed back: the basis of the reserve. */
  held: Cents
  unsettled: Cents
  asked: Cents
  split: Cents
  paid: Cents
  paying: Cents
}

/** docs/algorithms/payout.md: net = split + paid + paying + unsettled + asked + reserve + available − owing. */
export interface EventBalance {
  net: Cents
  split: Cents
  paid: Cents
  paying: Cents
  unsettled: Cents
  asked: Cents
  reserve: Cents
  available: Cents
  owing: Cents
}

export const lastReserveDay = (eventOn: IsoDate, { days }: Reserve): IsoDate => addDays(eventOn, days)

/** `today` is the date at the race. */
export function balanceOf(
  books: EventBooks,
  { reserve, eventOn, today }: { reserve: Reserve; eventOn: IsoDate; today: IsoDate },
): EventBalance {
  const { net, split, paid, paying } = books
  const left = net - split - paid - paying
  const withheld = takeInTurn(Math.max(0, left), [
    books.unsettled,
    books.asked,
    today <= lastReserveDay(eventOn, reserve) ? percentOf(Math.max(0, books.held), reserve.rate) : 0,
  ])
  const [unsettled = 0, asked = 0, reserved = 0, available = 0] = withheld
  return {
    net,
    split,
    paid,
    paying,
    unsettled,
    asked,
    reserve: reserved,
    available,
    owing: Math.max(0, -left),
  }
}

/** Each takes what it may of what is left; the last value is the rest. */
function takeInTurn(amount: Cents, wishes: readonly Cents[]): Cents[] {
  let left = amount
  const taken = wishes.map((wish) => {
    const share = Math.min(left, Math.max(0, wish))
    left -= share
    return share
  })
  return [...taken, left]
}

export const NOTHING: EventBalance = {
  net: 0,
  split: 0,
  paid: 0,
  paying: 0,
  unsettled: 0,
  asked: 0,
  reserve: 0,
  available: 0,
  owing: 0,
}
const NAMES = Object.keys(NOTHING) as (keyof EventBalance)[]

export const addBalances = (balances: readonly EventBalance[]): EventBalance =>
  balances.reduce<EventBalance>(
    (total, one) =>
      Object.fromEntries(NAMES.map((name) => [name, total[name] + one[name]])) as unknown as EventBalance,
    NOTHING,
  )

/** Nothing is left to pay out, or to wait for. */
export const isPaidOut = ({
  paid,
  paying,
  unsettled,
  asked,
  reserve,
  available,
  owing,
}: EventBalance): boolean => paid > 0 && paying + unsettled + asked + reserve + available + owing === 0

export const payableOf = ({ available, owing }: EventBalance): Cents => Math.max(0, available - owing)

export interface Item {
  event_id: number
  amount_cents: Cents
}

/**
 * The items of a payout: everything that is owing, then from the first event on what is available, until their sum is the amount.
 * Null when the amount is more than is payable.
 */
export function allocate(
  events: readonly { id: number; balance: EventBalance }[],
  amount: Cents,
): Item[] | null {
  const debts = events
    .filter(({ balance }) => balance.owing > 0)
    .map(({ id, balance }) => ({ event_id: id, amount_cents: -balance.owing }))
  let left = debts.reduce((sum, { amount_cents }) => sum - amount_cents, amount)
  const taken = events.map(({ id, balance }) => {
    const share = Math.min(left, balance.available)
    left -= share
    return { event_id: id, amount_cents: share }
  })
  return left > 0 ? null : [...debts, ...taken.filter(({ amount_cents }) => amount_cents > 0)]
}

/** Whether the items of a payout can still be paid, given balances without it. */
export function isCovered(
  events: readonly { id: number; balance: EventBalance }[],
  items: readonly Item[],
): boolean {
  const availableOf = new Map(events.map(({ id, balance }) => [id, balance.available]))
  const amount = items.reduce((sum, { amount_cents }) => sum + amount_cents, 0)
  return (
    amount <= payableOf(addBalances(events.map(({ balance }) => balance))) &&
    items.every(({ event_id, amount_cents }) => amount_cents <= (availableOf.get(event_id) ?? 0))
  )
}
