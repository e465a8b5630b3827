import type { MyRegistration } from '#contract/registration.ts'
import { Money } from '../../ui/money.tsx'
import classes from './details.module.css'

interface PriceLinesProps {
  lines: MyRegistration['lines']
  total: string
}

/** The price line by line, as stored when the registration was made. */
export function PriceLines({ lines, total }: PriceLinesProps) {
  return (
    <dl className={classes.lines}>
      {lines.map(({ kind, label, amount }) => (
        <div key={`${kind} ${label}`} data-kind={kind}>
          <dt>{label}</dt>
          <dd>
            <Money value={amount} />
          </dd>
        </div>
      ))}
      <div data-kind="total">
        <dt>Total</dt>
        <dd>
          <Money value={total} />
        </dd>
      </div>
    </dl>
  )
}
