import { formatCents, formatDecimal } from '#contract/money.ts'

interface MoneyProps {
  /** A decimal string of the API, `"129.90"`, or integer cents. */
  value: string | number
}

export function Money({ value }: MoneyProps) {
  return (
    <span className="numbers">{typeof value === 'number' ? formatCents(value) : formatDecimal(value)}</span>
  )
}
