import { type IsoDate, toBrazilianDate } from '#contract/dates.ts'
import type { KitPickup } from '#contract/event/kit-pickup.ts'

export interface PickupRow {
  place: string | null
  address: string | null
  from: IsoDate | null
  opens_at: string | null
  until: IsoDate | null
  closes_at: string | null
  note: string | null
}

/** Null when nothing is known. */
export function presentPickup(row: PickupRow): KitPickup | null {
  if (Object.values(row).every((value) => value === null)) return null
  return {
    ...row,
    from: row.from && toBrazilianDate(row.from),
    opens_at: row.opens_at?.slice(0, 5) ?? null,
    until: row.until && toBrazilianDate(row.until),
    closes_at: row.closes_at?.slice(0, 5) ?? null,
  }
}
