import { Fragment, type ReactNode } from 'react'
import classes from './facts.module.css'

interface FactsProps {
  /** Pairs of label and value; a fact without a value is left out. */
  facts: readonly (readonly [label: string, value: ReactNode, width?: 'wide'])[]
}

export function Facts({ facts }: FactsProps) {
  return (
    <dl className={classes.facts}>
      {facts
        .filter(([, value]) => value !== null && value !== undefined && value !== '')
        .map(([label, value, width]) => (
          <div key={label} data-wide={width && ''}>
            <dt>{label}</dt>
            <dd>{typeof value === 'string' && value.includes('@') ? <Email>{value}</Email> : value}</dd>
          </div>
        ))}
    </dl>
  )
}

/** An e-mail address that may be broken after its @. */
const Email = ({ children }: { children: string }) =>
  children.split(/(?<=@)/).map((part, i) => (
    <Fragment key={part}>
      {i > 0 && <wbr />}
      {part}
    </Fragment>
  ))
