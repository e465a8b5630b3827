import { addDays, dayIn, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import type { DailyMoney } from '#contract/report/daily-money.ts'
import type { Period } from '#contract/report/period.ts'
import type { Deps } from '#server/deps.ts'
import { inSnapshot } from '#server/lib/db.ts'
import { BANK_ZONE } from '../../payment/domain/due-date.ts'
import { sumOf } from '../domain/sum.ts'
import { type FeeRow, listComparisons, listMoved, listServiceFees, type MovedRow } from './queries.ts'

/** The days that are read when no first one is asked for. */
const DAYS = 31

/** What moved on each day by each method, and how our charges compare with the gateway's: docs/algorithms/report.md. */
export function readDailyMoney(
  { db, clock }: Pick<Deps, 'db' | 'clock'>,
  enterpriseId: number,
  { from = addDays(dayIn(BANK_ZONE, clock.now()), 1 - DAYS), to }: Period,
): Promise<DailyMoney> {
  const period = { from, to }
  return inSnapshot(db, async (snapshot) => {
    const moved = await listMoved(snapshot, enterpriseId, period)
    const fees = await listServiceFees(snapshot, enterpriseId, period)
    const comparisons = await listComparisons(snapshot, period)
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
  const refunded = sumOf(moved, (row) => row.refunded)
  const returned = sumOf(moved, (row) => row.returned)
  const gatewayFee = sumOf(moved, (row) => row.gateway_fee)
  const serviceFee = sumOf(fees, (row) => row.service_fee)
  return {
    payments: sumOf(moved, (row) => row.payments),
    gross: toDecimal(gross),
    interest: toDecimal(sumOf(moved, (row) => row.interest)),
    refunded: toDecimal(refunded),
    returned: toDecimal(returned),
    gateway_fee: toDecimal(gatewayFee),
    service_fee: toDecimal(serviceFee),
    net: toDecimal(gross - refunded - returned - gatewayFee - serviceFee),
  }
}
