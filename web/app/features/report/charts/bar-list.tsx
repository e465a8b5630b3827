import type { CSSProperties, Key, ReactNode } from 'react'
import classes from './charts.module.css'

/** Positive, pending or negative. The label says the same; the colour only supports it. */
export type Tone = 'success' | 'warning' | 'error'

interface Bar {
  key: Key
  label: ReactNode
  detail?: ReactNode
  value: number
  words: string
  /** The meaning of the value. Without it the bar has the brand's colour. */
  tone?: Tone | undefined
  /** The components of the value, drawn side by side in the bar. */
  parts?: readonly { value: number; tone: Tone }[]
  /** The value of a full bar. Without it the largest of all values is used. */
  limit?: number | null
  /** Bars of the same group follow one another under its name and words. */
  group?: { name: string; words: string }
}

const NOTHING = <p className={classes.nothing}>Nada ainda.</p>

/** Horizontal bars. Those with the value 0 are collapsed. */
export function BarList({ bars }: { bars: readonly Bar[] }) {
  if (bars.length === 0) return NOTHING
  const most = Math.max(1, ...bars.map(({ value }) => value))
  const figure = Math.max(...bars.map(({ words }) => words.length))
  const some = bars.filter(({ value }) => value !== 0)
  const none = bars.filter(({ value }) => value === 0)
  return (
    // The figures are equally wide, so that the bars before them end at one line.
    <div className={classes.barList} style={{ '--figure': `${figure}ch` } as CSSProperties}>
      {some.length === 0 && NOTHING}
      {groupsOf(some).map(([group, own]) =>
        group ? (
          <section key={group.name} aria-label={group.name}>
            <h3 className={classes.barGroup}>
              {group.name}
              <span className="numbers">{group.words}</span>
            </h3>
            <Bars bars={own} most={most} />
          </section>
        ) : (
          <Bars key="" bars={own} most={most} />
        ),
      )}
      {none.length > 0 && (
        <details className={classes.folded}>
          <summary>
            {some.length > 0 && 'Mais '}
            {none.length} com zero
          </summary>
          <Bars
            bars={none.map((bar) => ({
              ...bar,
              label: bar.group ? (
                <>
                  {bar.group.name} · {bar.label}
                </>
              ) : (
                bar.label
              ),
            }))}
            most={most}
          />
        </details>
      )}
    </div>
  )
}

function groupsOf(bars: readonly Bar[]): [Bar['group'], Bar[]][] {
  const groups = new Map<string | undefined, [Bar['group'], Bar[]]>()
  for (const bar of bars) {
    const [, own] = groups.get(bar.group?.name) ?? [bar.group, []]
    groups.set(bar.group?.name, [bar.group, [...own, bar]])
  }
  return [...groups.values()]
}

function Bars({ bars, most }: { bars: readonly Bar[]; most: number }) {
  return (
    <ul className={classes.bars}>
      {bars.map(({ key, label, detail, value, words, limit, tone, parts = [{ value, tone }] }) => (
        <li key={key} data-full={(limit && value >= limit) || undefined}>
          <span className={classes.barLabel}>{label}</span>
          <span className={`${classes.barFigure} numbers`}>{words}</span>
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
