import type { Key, ReactNode } from 'react'
import classes from './charts.module.css'

interface Bar {
  key: Key
  label: ReactNode
  /** A line below the label. */
  detail?: ReactNode
  value: number
  /** The formatted value. */
  words: ReactNode
}

/** Horizontal bars with labels and values, marked up as a list for screen readers. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, label, detail, value, words }) => (
        <li key={key}>
          <span className={classes.barWords}>
            <span>{label}</span>
            <span className="numbers">{words}</span>
          </span>
          <span className={classes.track} aria-hidden>
            <span style={{ inlineSize: `${(Math.max(0, value) / most) * 100}%` }} />
          </span>
          {detail && <span className={classes.barDetail}>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
