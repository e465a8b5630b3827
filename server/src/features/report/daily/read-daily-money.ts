import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal, toDecimals } from '#contract/money.ts'
import type { DailyMoney } from '#contract/report/daily-money.ts'
import type { Period } from '#contract/report/period.ts'
import type { Deps } from '#server/deps.ts'
import { BANK_ZONE } from '#server/features/payment/domain/due-date.ts'
import { inSnapshot } from '#server/lib/db.ts'
import { sumOf } from '../domain/sum.ts'
import { type FeeRow, listComparisons, listFees, listMoved, type MovedRow } from './queries.ts'

/** Default number of days. */
const DAYS = 31

/** Daily movements, and the comparison with the gateways (docs/algorithms/report.md). */
export function readDailyMoney(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  enterpriseId: number,
  { from = addDays(dayIn(BANK_ZONE, clock.now()), 1 - DAYS), to }: Period,
): Promise<DailyMoney> {
  const period = { from, to }
  return inSnapshot(db, async (snapshot) => {
    const moved = await listMoved(snapshot, enterpriseId, period)
    const fees = await listFees(snapshot, enterpriseId, period)
    const comparisons = await listComparisons(snapshot, enterpriseId, period)
    const of = <Row extends { day: string; type: number }>(rows: readonly Row[], day: string, type: number) =>
      rows.filter((row) => row.day === day && row.type === type)
    const days = [...new Set([...moved, ...fees].map(({ day }) => day))].sort().reverse()
    const types = [...new Set([...moved, ...fees].map(({ type }) => type))].sort()
    return {
      days: days.map((day) => ({
        day: toBrazilianDate(day),
        methods: types
          .filter((type) => of(moved, day, type).length > 0 || of(fees, day, type).length > 0)
          .map((type) => ({ type, ...sums(of(moved, day, type), of(fees, day, type)) })),
      })),
      total: sums(moved, fees),
      comparisons: comparisons.map(({ day, finished_at, differences, ...comparison }) => ({
        ...comparison,
        day: toBrazilianDate(day),
        finished_at: finished_at?.toISOString() ?? null,
        differences: differences.map(({ amount_cents, ...difference }) => ({
          ...difference,
          amount: amount_cents === null ? null : toDecimal(amount_cents),
        })),
      })),
    }
  })
}

function sums(moved: readonly MovedRow[], fees: readonly FeeRow[]) {
  const gross = sumOf(moved, (row) => row.gross)
  const interest = sumOf(moved, (row) => row.interest)
  const refunded = sumOf(moved, (row) => row.refunded)
  const returned = sumOf(moved, (row) => row.returned)
  const gateway_fee = sumOf(fees, (row) => row.gateway_fee)
  const service_fee = sumOf(fees, (row) => row.service_fee)
  const net = gross - refunded - returned - gateway_fee - service_fee
  return {
    payments: sumOf(moved, (row) => row.payments),
    ...toDecimals({ gross, interest, refunded, returned, gateway_fee, service_fee, net }),
  }
}
