import type { ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  /** Label and what it is; without the latter the fact is left out. */
  facts: readonly (readonly [label: string, value: ReactNode])[]
}

/** Labels and values side by side, as many to a line as fit. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
    </dl>
  )
}
