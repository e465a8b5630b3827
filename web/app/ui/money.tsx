import { formatCents, formatDecimal } from '#contract/money.ts'

interface MoneyProps {
  /** As the API sends it, `"129.90"`, or integer cents. */
  value: string | number
}

/** `R$ 129,90`, in figures of equal width. */
export function Money({ value }: MoneyProps) {
  return (
    <span className="numbers">{typeof value === 'number' ? formatCents(value) : formatDecimal(value)}</span>
  )
}
