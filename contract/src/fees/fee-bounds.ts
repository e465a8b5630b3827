import type { FieldProblem } from '../errors.ts'
import { formatBasisPoints, formatCents } from '../money.ts'

/** The four fee settings of an enterprise or an organizer: amounts in cents, the rate in basis points. */
export interface FeeAmounts {
  min_fee_free_cents: number
  min_fee_paid_cents: number
  setup_fee_cents: number
  max_fee_bp: number
}

const FLOORS = [
  ['min_fee_free', 'min_fee_free_cents'],
  ['setup_fee', 'setup_fee_cents'],
  ['min_fee_paid', 'min_fee_paid_cents'],
] as const

/** Returns the organizer's fees that exceed the enterprise's bounds, by API field name. */
export function boundProblems(limits: FeeAmounts | null, wanted: FeeAmounts): FieldProblem[] {
  if (!limits) return []
  const problems = FLOORS.filter(([, column]) => wanted[column] < limits[column]).map(([field, column]) => ({
    field,
    message: `O campo precisa ser maior ou igual a ${formatCents(limits[column])}, o mínimo da empresa`,
  }))
  if (wanted.max_fee_bp <= limits.max_fee_bp) return problems
  const most = formatBasisPoints(limits.max_fee_bp)
  const message = `O campo precisa ser menor ou igual a ${most}, o máximo da empresa`
  return [...problems, { field: 'max_fee_percentage', message }]
}
