import { type PointerEvent, useState } from 'react'
import { countWords } from '#contract/words.ts'
import classes from './charts.module.css'

interface Line {
  name: string
  /** A value for each step, null where there is none. */
  values: readonly (number | null)[]
  /** The line that the chart is about; the others are compared with it. */
  isMain?: boolean
}

interface LineChartProps {
  lines: readonly Line[]
  /** The words of each step, for the axis and the pointed step. */
  steps: readonly string[]
  /** A value to reach, drawn as a level. */
  goal: number | null
}

const HEIGHT = 100

/** Lines that share their steps. The table of the card contains the same figures. */
export function LineChart({ lines, steps, goal }: LineChartProps) {
  const [pointed, setPointed] = useState<number | null>(null)
  const most = Math.max(1, goal ?? 0, ...lines.flatMap(({ values }) => values.map((value) => value ?? 0)))
  const last = Math.max(1, steps.length - 1)
  const heightOf = (value: number) => HEIGHT - (value / most) * HEIGHT
  const path = (values: Line['values']) =>
    values.map((value, i) => (value === null ? '' : `${i},${heightOf(value)}`)).join(' ')
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    setPointed(Math.max(0, Math.min(last, Math.round(((event.clientX - left) / width) * last))))
  }
  const latest = ({ values }: Line) => values.findLastIndex((value) => value !== null)
  const words = (line: Line, step: number) => {
    const value = line.values[step]
    return value == null ? null : `${line.name}: ${countWords(value)}`
  }
  const main = lines.find(({ isMain }) => isMain)
  const now = main ? latest(main) : -1
  const summary = lines.map((line) => words(line, latest(line))).filter(Boolean)
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.readout}>
        {pointed === null ? (
          <span className={classes.legend}>
            {lines.map(({ name, isMain }) => (
              <span key={name} data-main={isMain || undefined}>
                {name}
              </span>
            ))}
            {goal !== null && <span data-goal>Meta: {countWords(goal)}</span>}
          </span>
        ) : (
          <>
            <strong>{steps[pointed]}</strong>
            {lines
              .map((line) => words(line, pointed))
              .filter(Boolean)
              .join(' · ')}
          </>
        )}
      </figcaption>
      <div className={classes.plot}>
        <span className={classes.most}>{countWords(most)}</span>
        <svg
          viewBox={`0 0 ${last} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={[...summary, ...(goal === null ? [] : [`Meta: ${countWords(goal)}`])].join('. ')}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {goal !== null && (
            <line className={classes.goalLine} x1={0} x2={last} y1={heightOf(goal)} y2={heightOf(goal)} />
          )}
          {lines.map(({ name, values, isMain }) => (
            <polyline
              key={name}
              className={classes.line}
              data-main={isMain || undefined}
              points={path(values)}
            />
          ))}
          {pointed !== null && (
            <line className={classes.pointedLine} x1={pointed} x2={pointed} y1={0} y2={HEIGHT} />
          )}
        </svg>
        {now >= 0 && (
          <span
            className={classes.dot}
            style={{ left: `${(now / last) * 100}%`, top: `${heightOf(main?.values[now] ?? 0)}%` }}
            aria-hidden
          />
        )}
      </div>
      <p className={classes.axis} aria-hidden>
        <span>{steps[0]}</span>
        <span>{steps.at(-1)}</span>
      </p>
    </figure>
  )
}
