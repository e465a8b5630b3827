import { Money } from '#web/ui/money.tsx'
import classes from './price-lines.module.css'

interface PriceLinesProps {
  /** Amounts are decimal strings or cents. */
  lines: readonly { kind: string; label: string; amount: string | number }[]
  total?: string
}

/** A price line by line. */
export function PriceLines({ lines, total }: PriceLinesProps) {
  const all = total === undefined ? lines : [...lines, { kind: 'total', label: 'Total', amount: total }]
  return (
    <dl className={classes.lines}>
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
