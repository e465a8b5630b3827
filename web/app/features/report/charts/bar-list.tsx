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
  /** What would fill the bar; without it, the largest of all values. */
  limit?: number | null
}

/** Horizontal bars with labels and values, marked up as a list for screen readers. Those of nothing are folded when others have something. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const some = bars.filter(({ value }) => value !== 0)
  const none = bars.filter(({ value }) => value === 0)
  if (some.length === 0 || none.length === 0) return <Bars bars={bars} most={most} />
  return (
    <>
      <Bars bars={some} most={most} />
      <details className={classes.folded}>
        <summary>{none.length === 1 ? 'Mais 1 com zero' : `Mais ${none.length} com zero`}</summary>
        <Bars bars={none} most={most} />
      </details>
    </>
  )
}

function Bars({ bars, most }: { bars: readonly Bar[]; most: number }) {
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, label, detail, value, words, limit }) => (
        <li key={key} data-full={(limit && value >= limit) || undefined}>
          <span className={classes.barWords}>
            <span>{label}</span>
            <span className="numbers">{words}</span>
          </span>
          <span className={classes.track} aria-hidden>
            <span style={{ inlineSize: `${Math.min(100, (Math.max(0, value) / (limit || most)) * 100)}%` }} />
          </span>
          {detail && <span className={classes.barDetail}>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
