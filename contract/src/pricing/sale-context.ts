import type { IsoDate } from '../dates.ts'
import type { Cents } from '../money.ts'

/** What a rule about price or eligibility may depend on. */
export interface SaleContext {
  kit: { id: number; valueCents: Cents }
  /** The price tier (lote) of the kit; null: it has none. */
  tierId: number | null
  /** Null while unknown: then no rule about the category applies. */
  categoryId: number | null
  /**
   * Null while unknown, for example when a code is entered: then no rule about the runner applies. `name` is
   * null when the reader is the runner.
   */
  person: { birth_date: IsoDate; sex: number; name: string | null } | null
  /** Whether the runner is on the list of the coupon; null while unknown. */
  isListed: boolean | null
  /** In the event's time zone. */
  day: IsoDate
  /** The day on which ages count. */
  agesOn: IsoDate
}
