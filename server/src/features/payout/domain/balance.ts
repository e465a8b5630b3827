import { addDays, type IsoDate } from '#contract/dates.ts'
import { type BasisPoints, type Cents, percentOf } from '#contract/money.ts'

export interface Reserve {
  rate: BasisPoints
  days: number
}

const SETTLED = ['net', 'split', 'paid'] as const
const PENDING = ['paying', 'unsettled', 'asked', 'reserve', 'available', 'owing'] as const
const PARTS = [...SETTLED, ...PENDING]

/**
 * net = split + paid + paying + unsettled + asked + reserve + available − owing (docs/algorithms/payout.md).
 */
export type EventBalance = Record<(typeof PARTS)[number], Cents>

/** From the event's beginning until now. */
export interface EventBooks extends Omit<EventBalance, 'reserve' | 'available' | 'owing'> {
  /** Balance minus the amounts owed to buyers: the basis of the reserve. */
  held: Cents
}

export const lastReserveDay = (eventOn: IsoDate, { days }: Reserve): IsoDate => addDays(eventOn, days)

/** `today` is the date in the race's time zone. */
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

/** Each wish takes as much of the remainder as it can; the last value is the rest. */
function takeInTurn(amount: Cents, wishes: readonly Cents[]): Cents[] {
  let left = amount
  const taken = wishes.map((wish) => {
    const share = Math.min(left, Math.max(0, wish))
    left -= share
    return share
  })
  return [...taken, left]
}

export const addBalances = (balances: readonly EventBalance[]): EventBalance =>
  Object.fromEntries(
    PARTS.map((part) => [part, balances.reduce((sum, balance) => sum + balance[part], 0)]),
  ) as EventBalance

export const isPaidOut = (balance: EventBalance): boolean =>
  balance.paid > 0 && PENDING.reduce((sum, part) => sum + balance[part], 0) === 0

export const payableOf = ({ available, owing }: EventBalance): Cents => Math.max(0, available - owing)

export interface Item {
  event_id: number
  amount_cents: Cents
}

/**
 * All debts, then the available amounts from the earliest event on, until their sum is the amount; null when
 * it exceeds what is payable.
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

/** Whether the items of a payout can still be paid; the given balances must exclude it. */
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
