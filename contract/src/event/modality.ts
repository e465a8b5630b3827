import { z } from 'zod'
import { Money } from '../fields.ts'
import { EligibilityRule } from '../pricing/eligibility.ts'
import { Course } from './course.ts'
import { Relay } from './relay.ts'

export const PublicCategory = z.object({
  category_id: z.int(),
  category_name: z.string(),
  description: z.string().nullable(),
  /** The lowest price of the kits sold in this category; computed like the event's `price_from`. */
  price: Money.nullable(),
  price_varies: z.boolean(),
  route: z.string().nullable(),
  sold_out: z.boolean(),
  ...EligibilityRule.shape,
  ...Relay.shape,
  /** `Dupla · Só mulheres`; null for individuals. The event's page shows it without loading `relayWords`. */
  relay: z.string().nullable(),
  /** The names of the legs of a relay; empty: they are numbered. */
  legs: z.array(z.string()),
})

export const PublicModality = z.object({
  modality_id: z.int(),
  modality_name: z.string(),
  description: z.string().nullable(),
  sold_out: z.boolean(),
  course: Course.nullable(),
  ...EligibilityRule.shape,
  categories: z.array(PublicCategory),
})
