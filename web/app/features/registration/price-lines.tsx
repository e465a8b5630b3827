import { Money } from '#web/ui/money.tsx'
import classes from './price-lines.module.css'

interface PriceLinesProps {
  /** Amounts are decimal strings or cents. */
  lines: readonly { kind: string; label: string; amount: string | number }[]
  total?: string
  /** Small, as an explanation of an amount beside it. */
  minor?: boolean
}

/** A price line by line. */
export function PriceLines({ lines, total, minor = false }: PriceLinesProps) {
  const all = total === undefined ? lines : [...lines, { kind: 'total', label: 'Total', amount: total }]
  return (
    <dl className={classes.lines} data-minor={minor || undefined}>
      {all.map(({ kind, label, amount }) => (
        <div key={`${kind} ${label}`} data-kind={kind}>
          <dt>{label}</dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
      ))}
    </dl>
  )
}
