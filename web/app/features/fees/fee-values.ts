import { z } from 'zod'
import { toCents } from '#contract/money.ts'
import type { FeePolicy } from '#contract/price.ts'
import { FeesInput, type Fees as FeesSchema } from '#contract/producer.ts'

export type FeeValues = Record<keyof typeof FeesInput.shape, string>
export const FEE_FIELDS = Object.keys(FeesInput.shape) as (keyof FeeValues)[]

export type Fees = z.infer<typeof FeesSchema>

/** An empty field is 0 (specification page 2 §5). */
const orZero = (text: string) => (toCents(text) === null ? '0' : text)

export const FeesForm = z
  .object({
    min_fee_free: z.string(),
    setup_fee: z.string(),
    min_fee_paid: z.string(),
    max_fee_percentage: z.string(),
  })
  .transform(amounts)
  .superRefine((values, context) => {
    const { error } = FeesInput.safeParse(values)
    for (const { path, message } of error?.issues ?? []) context.addIssue({ code: 'custom', path, message })
  })

/** Replaces empty or missing amounts by 0, both of the form's values and of the API's. */
export function amounts(fees: Fees): FeeValues {
  return {
    min_fee_free: orZero(fees.min_fee_free ?? ''),
    setup_fee: orZero(fees.setup_fee ?? ''),
    min_fee_paid: orZero(fees.min_fee_paid ?? ''),
    max_fee_percentage: orZero(fees.max_fee_percentage ?? ''),
  }
}

/** The fee policy that the current form values would set. */
export const policyOf = (values: FeeValues): FeePolicy => ({
  minFeeFreeCents: toCents(values.min_fee_free) ?? 0,
  minFeePaidCents: toCents(values.min_fee_paid) ?? 0,
  maxFeeRate: toCents(values.max_fee_percentage) ?? 0,
})
