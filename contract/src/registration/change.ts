import { z } from 'zod'
import { Instant, Money } from '../fields.ts'
import { PriceLine } from '../pricing/price-line.ts'

/**
 * What a runner chose when changing a registration, and its price at that time (docs/algorithms/changes.md).
 */
export const RegistrationChange = z.object({
  /** When it was requested or, once it was made, when it was made. */
  at: Instant,
  modality: z.string(),
  category: z.string(),
  product: z.string(),
  shirt_size: z.string().nullable(),
  value: Money,
  price_lines: z.array(PriceLine),
})
export type RegistrationChange = z.infer<typeof RegistrationChange>

export const RegistrationChanges = {
  /** Waits for its payment; until then the registration stays as it is. */
  pending_change: RegistrationChange.nullable(),
  /** The changes made, latest first. */
  changes: z.array(RegistrationChange),
}
