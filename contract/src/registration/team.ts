import { z } from 'zod'
import { BrazilianDate } from '../fields.ts'

/** The relay team of a registration, as its members see it. */
export const MyTeam = z.object({
  name: z.string(),
  size: z.int(),
  /** Members whose registration is not cancelled. */
  active: z.int(),
  is_captain: z.boolean(),
  /** The last day on which members are substituted and legs change; null: they do not. */
  until: BrazilianDate.nullable(),
  /** The caller may order the legs now (`orderLegs`). */
  can_order: z.boolean(),
  /** In the order of the legs. */
  members: z.array(
    z.object({
      registration_id: z.int(),
      name: z.string(),
      leg: z.int(),
      leg_name: z.string().nullable(),
      is_active: z.boolean(),
      /** The caller's account holds the registration, and may transfer it. */
      is_own: z.boolean(),
    }),
  ),
})
export type MyTeam = z.infer<typeof MyTeam>
