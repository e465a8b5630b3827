import { type Cents, toDecimal } from '#contract/money.ts'
import type { Finances, MethodFigures } from '#contract/report/dashboard.ts'
import { sumOf } from './sum.ts'

/** Money that payments brought and that left again. */
export interface MoneyRow {
  event_id: number
  day: string
  type: number
  payments: number
  received: Cents
  returned: Cents
  repeated: Cents
  /** What the gateway kept of payments in installments at the organizer's cost. */
  card_fees: Cents
  /** Received in cash, and not decided to be given back: the organizer has it. */
  cash: Cents
  /** Of a cancelled event and pays for this one, less what pays for another one instead. */
  moved: Cents
}

/** Service fees due, and what is owed back to buyers. */
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

/** Everything a statement is computed from; each row belongs to one event and one day. */
export interface Books {
  money: readonly MoneyRow[]
  dues: readonly DueRow[]
  setupFees: readonly SetupFeeRow[]
}

/** The figures of docs/algorithms/report.md. */
export function financesOf({ money, dues, setupFees }: Books): Finances {
  const received = sumOf(money, (row) => row.received)
  const returned = sumOf(money, (row) => row.returned)
  const owedBack = sumOf(dues, (row) => row.owed_back)
  const fees = sumOf(dues, (row) => row.fees)
  const setupFee = sumOf(setupFees, (row) => row.setup_fee)
  const cardFees = sumOf(money, (row) => row.card_fees)
  const cash = sumOf(money, (row) => row.cash)
  const moved = sumOf(money, (row) => row.moved)
  const balance = received - returned + moved
  return {
    received: toDecimal(received),
    returned: toDecimal(returned),
    moved: toDecimal(moved),
    balance: toDecimal(balance),
    owed_back: toDecimal(owedBack),
    fees: toDecimal(fees),
    setup_fee: toDecimal(setupFee),
    card_fees: toDecimal(cardFees),
    cash: toDecimal(cash),
    net: toDecimal(balance - owedBack - fees - setupFee - cardFees - cash),
    repeated: toDecimal(sumOf(money, (row) => row.repeated)),
  }
}

/** By payment method, those that were used. */
export const methodsOf = (money: readonly MoneyRow[]): MethodFigures[] =>
  [...Map.groupBy(money, ({ type }) => type)]
    .sort(([a], [b]) => a - b)
    .map(([type, rows]) => {
      const { received, returned, moved, balance } = financesOf({ money: rows, dues: [], setupFees: [] })
      return { type, payments: sumOf(rows, (row) => row.payments), received, returned, moved, balance }
    })

/** Groups the books by the key that `of` returns for each row. */
export function splitBooks<Key>(
  { money, dues, setupFees }: Books,
  of: (row: { event_id: number; day: string }) => Key,
): Map<Key, Books> {
  const keys = new Set([...money, ...dues, ...setupFees].map(of))
  const [moneyBy, duesBy, setupBy] = [
    Map.groupBy(money, of),
    Map.groupBy(dues, of),
    Map.groupBy(setupFees, of),
  ]
  return new Map(
    [...keys].map((key) => [
      key,
      { money: moneyBy.get(key) ?? [], dues: duesBy.get(key) ?? [], setupFees: setupBy.get(key) ?? [] },
    ]),
  )
}
