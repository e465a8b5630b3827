import type { Key, ReactNode } from 'react'
import classes from './charts.module.css'

/** Positive, pending or negative. The label says the same; the colour only supports it. */
export type Tone = 'success' | 'warning' | 'error'

interface Bar {
  key: Key
  label: ReactNode
  detail?: ReactNode
  value: number
  words: ReactNode
  /** The meaning of the value. Without it the bar has the brand's colour. */
  tone?: Tone | undefined
  /** The components of the value, drawn side by side in the bar. */
  parts?: readonly { value: number; tone: Tone }[]
  /** The value of a full bar. Without it the largest of all values is used. */
  limit?: number | null
}

/** Horizontal bars. Those with the value 0 are collapsed unless all are 0. */
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
      {bars.map(({ key, label, detail, value, words, limit, tone, parts = [{ value, tone }] }) => (
        <li key={key} data-full={(limit && value >= limit) || undefined}>
          <span className={classes.barWords}>
            <span>{label}</span>
            <span className="numbers">{words}</span>
          </span>
          <span className={classes.track} aria-hidden>
            {parts.map((part) => (
              <span
                key={part.tone ?? ''}
                data-tone={part.tone}
                style={{ inlineSize: `${Math.min(100, (Math.max(0, part.value) / (limit || most)) * 100)}%` }}
              />
            ))}
          </span>
          {detail && <span className={classes.barDetail}>{detail}</span>}
        </li>
      ))}
    </ul>
  )
}
