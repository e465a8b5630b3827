import { z } from 'zod'
import { BrazilianDate } from '../fields.ts'

/** Where and when kits are picked up, as far as the organizer has said. Times are `HH:MM`. */
export const KitPickup = z.object({
  place: z.string().nullable(),
  address: z.string().nullable(),
  from: BrazilianDate.nullable(),
  opens_at: z.string().nullable(),
  /** The last day; null: it is only on the first. */
  until: BrazilianDate.nullable(),
  closes_at: z.string().nullable(),
  note: z.string().nullable(),
})
export type KitPickup = z.infer<typeof KitPickup>
