import { addDays, type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import { toDecimal } from '#contract/money.ts'
import { openTiers } from '#contract/pricing/tier.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { tierOf } from '#server/features/event/domain/kit-price.ts'

/** The days of sales from which the end of a tier is predicted. */
export const PACE_DAYS = 7

export interface TierSales {
  id: number
  kit_id: number
  kit: string
  name: string
  value_cents: number
  ends_on: IsoDate | null
  is_closed: boolean
  capacity: number | null
  held: number
  /** Registrations that are not cancelled. */
  sold: number
  /** Registrations of the last `PACE_DAYS` days. */
  sold_lately: number
}

/** `rows` are in the order of the event's form. No price changes after the last day of sales. */
export function tiersSold(
  rows: readonly TierSales[],
  { today, endsOn }: { today: IsoDate; endsOn: IsoDate },
): EventDashboard['tiers'] {
  const kits = Map.groupBy(rows, ({ kit_id }) => kit_id)
  return [...kits.values()].flatMap((kit) => {
    const open = openTiers(
      kit.map((row) => ({ ...tierOf(row), row })),
      today,
    )
    return kit.map((row) => {
      const isCurrent = open[0]?.row === row
      const next = isCurrent && open.length > 1 ? changeDay(row, today) : null
      return {
        id: row.id,
        kit: row.kit,
        name: row.name,
        value: toDecimal(row.value_cents),
        sold: row.sold,
        limit: row.capacity,
        ends_on: row.ends_on && toBrazilianDate(row.ends_on),
        is_current: isCurrent,
        changes_on: next && next <= endsOn ? toBrazilianDate(next) : null,
      }
    })
  })
}

/** The first day of the next price: after the last day, or when the units left are sold at the present pace. */
function changeDay({ ends_on, capacity, held, sold_lately }: TierSales, today: IsoDate): IsoDate | null {
  const byDate = ends_on && addDays(ends_on, 1)
  const bySales =
    capacity === null || sold_lately === 0
      ? null
      : addDays(today, Math.ceil(((capacity - held) * PACE_DAYS) / sold_lately))
  return [byDate, bySales].filter((day) => day !== null).sort()[0] ?? null
}
