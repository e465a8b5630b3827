import { z } from 'zod'
import { Money } from '../fields.ts'
import { PRICE_LINE_KINDS } from './price.ts'

// Apart from price.ts, because the public pages calculate prices and load no zod.

export const PriceLine = z.object({
  kind: z.enum(PRICE_LINE_KINDS),
  label: z.string(),
  amount: Money,
})
