import type { z } from 'zod'
import { toDecimal } from '#contract/money.ts'
import type { FeesInput } from '#contract/producer.ts'
import type { FeeAmounts } from './domain/effective-fees.ts'

export const presentFees = (settings: FeeAmounts | null) => ({
  min_fee_free: settings && toDecimal(settings.min_fee_free_cents),
  setup_fee: settings && toDecimal(settings.setup_fee_cents),
  min_fee_paid: settings && toDecimal(settings.min_fee_paid_cents),
  max_fee_percentage: settings && toDecimal(settings.max_fee_bp),
})

/** What a form sends, as it is stored. */
export const feeColumns = (fees: z.output<typeof FeesInput>): FeeAmounts => ({
  min_fee_free_cents: fees.min_fee_free,
  min_fee_paid_cents: fees.min_fee_paid,
  setup_fee_cents: fees.setup_fee,
  max_fee_bp: fees.max_fee_percentage,
})
