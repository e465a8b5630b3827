import type { IsoDate } from '../dates.ts'
import type { Cents } from '../money.ts'

/** What a rule about price or eligibility may depend on. */
export interface SaleContext {
  kit: { id: number; valueCents: Cents }
  /** Null while unknown: then no rule about it applies. */
  categoryId: number | null
  /** Null while unknown, as when a code is entered: then no rule about the runner applies. */
  person: { birth_date: IsoDate; sex: number } | null
  /** In the event's time zone. */
  day: IsoDate
  /** The price tier (lote) of the kit, if it has one. */
  tierId?: number
}
