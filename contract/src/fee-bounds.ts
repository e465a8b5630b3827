import type { FieldProblem } from './errors.ts'
import { formatBasisPoints, formatCents } from './money.ts'

/** The four fees of an enterprise or an organizer: amounts in cents, the rate in basis points. */
export interface FeeAmounts {
  min_fee_free_cents: number
  min_fee_paid_cents: number
  setup_fee_cents: number
  max_fee_bp: number
}

/** The errors of an organizer's fees beyond the enterprise's, by the API's field names. The form and the server share them. */
export function boundProblems(limits: FeeAmounts | null, wanted: FeeAmounts): FieldProblem[] {
  if (!limits) return []
  const floor = (field: string, wish: number, limit: number): FieldProblem[] =>
    wish >= limit
      ? []
      : [
          {
            field,
            message: `O campo precisa ser maior ou igual a ${formatCents(limit)}, o mínimo da empresa`,
          },
        ]
  const { max_fee_bp: most } = limits
  return [
    ...floor('min_fee_free', wanted.min_fee_free_cents, limits.min_fee_free_cents),
    ...floor('setup_fee', wanted.setup_fee_cents, limits.setup_fee_cents),
    ...floor('min_fee_paid', wanted.min_fee_paid_cents, limits.min_fee_paid_cents),
    ...(wanted.max_fee_bp <= most
      ? []
      : [
          {
            field: 'max_fee_percentage',
            message: `O campo precisa ser menor ou igual a ${formatBasisPoints(most)}, o máximo da empresa`,
          },
        ]),
  ]
}
