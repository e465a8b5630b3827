import { type Cents, toDecimals } from '#contract/money.ts'
import type { Finances, MethodFigures } from '#contract/report/dashboard.ts'
import { sumOf } from './sum.ts'

export interface MoneyRow {
  event_id: number
  day: string
  type: number
  payments: number
  received: Cents
  returned: Cents
  repeated: Cents
  /** Fees that the gateway retained from installment payments at the organizer's cost. */
  card_fees: Cents
  /** Received in cash and not to be refunded: the organizer holds it. */
  cash: Cents
  /** Money of a cancelled event that pays for this one, minus money of this one that pays for another. */
  moved: Cents
}

export interface DueRow {
  event_id: number
  day: string
  fees: Cents
  owed_back: Cents
}

export interface SetupFeeRow {
  event_id: number
  day: string
  setup_fee: Cents
}

/** Each row belongs to one event and one day. */
export interface Books {
  money: readonly MoneyRow[]
  dues: readonly DueRow[]
  setupFees: readonly SetupFeeRow[]
}

/** The figures of docs/algorithms/report.md, in cents. */
export function sumsOf({ money, dues, setupFees }: Books): Record<keyof Finances, Cents> {
  const received = sumOf(money, (row) => row.received)
  const returned = sumOf(money, (row) => row.returned)
  const moved = sumOf(money, (row) => row.moved)
  const balance = received - returned + moved
  const owed_back = sumOf(dues, (row) => row.owed_back)
  const fees = sumOf(dues, (row) => row.fees)
  const setup_fee = sumOf(setupFees, (row) => row.setup_fee)
  const card_fees = sumOf(money, (row) => row.card_fees)
  const cash = sumOf(money, (row) => row.cash)
  const net = balance - owed_back - fees - setup_fee - card_fees - cash
  const repeated = sumOf(money, (row) => row.repeated)
  return { received, returned, moved, balance, owed_back, fees, setup_fee, card_fees, cash, net, repeated }
}

export const financesOf = (books: Books): Finances => toDecimals(sumsOf(books))

/** For the methods that were used. */
export const methodsOf = (money: readonly MoneyRow[]): MethodFigures[] =>
  [...Map.groupBy(money, ({ type }) => type)]
    .sort(([a], [b]) => a - b)
    .map(([type, rows]) => {
      const { received, returned, moved, balance } = financesOf({ money: rows, dues: [], setupFees: [] })
      return { type, payments: sumOf(rows, (row) => row.payments), received, returned, moved, balance }
    })

/** Groups the books by a key of each row. */
export function splitBooks<Key>(
  { money, dues, setupFees }: Books,
  of: (row: { event_id: number; day: string }) => Key,
): Map<Key, Books> {
  const keys = new Set([...money, ...dues, ...setupFees].map(of))
  const by = {
    money: Map.groupBy(money, of),
    dues: Map.groupBy(dues, of),
    setupFees: Map.groupBy(setupFees, of),
  }
  const booksOf = (key: Key): Books => ({
    money: by.money.get(key) ?? [],
    dues: by.dues.get(key) ?? [],
    setupFees: by.setupFees.get(key) ?? [],
  })
  return new Map([...keys].map((key) => [key, booksOf(key)]))
}
