import { z } from 'zod'
import { boundProblems, type FeeAmounts } from '#contract/fees/fee-bounds.ts'
import { toCents, toDecimal } from '#contract/money.ts'
import type { FeePolicy } from '#contract/pricing/price.ts'
import { FeesInput, type Fees as FeesSchema } from '#contract/producer/producer.ts'

export type FeeValues = Record<keyof typeof FeesInput.shape, string>
export const FEE_FIELDS = Object.keys(FeesInput.shape) as (keyof FeeValues)[]

export type Fees = z.infer<typeof FeesSchema>

/** An empty field counts as 0 (specification page 2 §5). */
const orZero = (text: string) => (toCents(text) === null ? '0' : text)

const Amounts = z
  .object({
    min_fee_free: z.string(),
    setup_fee: z.string(),
    min_fee_paid: z.string(),
    max_fee_percentage: z.string(),
  })
  .transform(amounts)

/** The schema of the form. It refuses values beyond the enterprise's bounds. */
export const feesSchema = (bounds: Fees | null) =>
  Amounts.superRefine((values, context) => {
    const { error } = FeesInput.safeParse(values)
    const invalid = error?.issues ?? []
    for (const { path, message } of invalid) context.addIssue({ code: 'custom', path, message })
    for (const { field, message } of boundProblems(bounds && amountsOf(amounts(bounds)), amountsOf(values)))
      if (!invalid.some(({ path }) => path[0] === field))
        context.addIssue({ code: 'custom', path: [field], message })
  })

const amountsOf = (values: FeeValues): FeeAmounts => ({
  min_fee_free_cents: toCents(values.min_fee_free) ?? 0,
  setup_fee_cents: toCents(values.setup_fee) ?? 0,
  min_fee_paid_cents: toCents(values.min_fee_paid) ?? 0,
  max_fee_bp: toCents(values.max_fee_percentage) ?? 0,
})

const ALL = 10_000

/** The fees that would apply: limited by the enterprise's bounds, and a percentage to 100. */
export function withinBounds(values: FeeValues, bounds: Fees | null): FeeValues {
  const typed = amountsOf(values)
  const limit = bounds && amountsOf(amounts(bounds))
  const floor = (name: Exclude<keyof FeeAmounts, 'max_fee_bp'>) =>
    toDecimal(Math.max(typed[name], limit?.[name] ?? 0))
  return {
    min_fee_free: floor('min_fee_free_cents'),
    setup_fee: floor('setup_fee_cents'),
    min_fee_paid: floor('min_fee_paid_cents'),
    max_fee_percentage: toDecimal(Math.min(typed.max_fee_bp, limit?.max_fee_bp ?? ALL, ALL)),
  }
}

/** Replaces empty or missing amounts by 0, in form values and in the API's values. */
export function amounts(fees: Fees): FeeValues {
  return {
    min_fee_free: orZero(fees.min_fee_free ?? ''),
    setup_fee: orZero(fees.setup_fee ?? ''),
    min_fee_paid: orZero(fees.min_fee_paid ?? ''),
    max_fee_percentage: orZero(fees.max_fee_percentage ?? ''),
  }
}

export const policyOf = (values: FeeValues): FeePolicy => {
  const { min_fee_free_cents, min_fee_paid_cents, max_fee_bp } = amountsOf(values)
  return { minFeeFreeCents: min_fee_free_cents, minFeePaidCents: min_fee_paid_cents, maxFeeRate: max_fee_bp }
}
