import { type PointerEvent, type ReactNode, useState } from 'react'
import { formatCents } from '#contract/money.ts'
import type { DayFigures } from '#contract/report/dashboard.ts'
import { countWords } from '#contract/words.ts'
import { type Bucket, bucketsOf, bucketWords } from './buckets.ts'
import { centsOf, moneyCell } from './cells.ts'
import { ChartCard } from './chart-card.tsx'
import classes from './charts.module.css'

interface DaysCardProps {
  days: readonly DayFigures[]
  fileName: string
  /** Shown above the chart. */
  children?: ReactNode
}

/** The registrations of each day and, for users who may see it, the money. */
export function DaysCards(props: DaysCardProps) {
  return (
    <>
      <RegistrationsByDay {...props} />
      {hasMoney(props.days) && <MoneyByDay {...props} />}
    </>
  )
}

export const hasMoney = (days: readonly DayFigures[]): boolean =>
  days.some(({ received }) => received !== null)

export function RegistrationsByDay({ days, fileName, children }: DaysCardProps) {
  return (
    <ChartCard
      title="Inscrições por dia"
      description="Pelo dia em que foram feitas, também as canceladas."
      fileName={`${fileName}-inscricoes-por-dia`}
      table={{
        summed: true,
        headings: ['Dia', 'Inscrições'],
        rows: days.map(({ day, registrations }) => [day, registrations]),
      }}
    >
      {children}
      <DayChart
        days={days.map(({ day, registrations }) => ({ day, values: [registrations] }))}
        series={['Inscrições']}
        format={countWords}
      />
    </ChartCard>
  )
}

export function MoneyByDay({ days, fileName, children }: DaysCardProps) {
  return (
    <ChartCard
      title="Valores por dia"
      description="Para cima, o que entrou no dia; para baixo, o que foi devolvido."
      fileName={`${fileName}-valores-por-dia`}
      table={{
        summed: true,
        headings: ['Dia', 'Recebido', 'Devolvido'],
        rows: days.map(({ day, received, returned }) => [day, moneyCell(received), moneyCell(returned)]),
      }}
    >
      {children}
      <DayChart
        days={days.map(({ day, received, returned }) => ({
          day,
          values: [centsOf(received), centsOf(returned)],
        }))}
        series={['Recebido', 'Devolvido']}
        format={formatCents}
      />
    </ChartCard>
  )
}

interface DayChartProps {
  days: readonly { day: string; values: readonly number[] }[]
  /** Names of the series for the legend. The first is drawn upwards, the second downwards. */
  series: readonly [up: string, down?: string]
  format: (value: number) => string
}

const HEIGHT = 100
/** The width in bars that the chart reserves, so that a single bar does not fill it. */
const LEAST_WIDTH = 14

/** One bar per day, week or month. The table of the card contains the same figures. */
function DayChart({ days, series, format }: DayChartProps) {
  const buckets = bucketsOf(days)
  const [pointed, setPointed] = useState<number | null>(null)
  const up = Math.max(1, ...buckets.map(({ values }) => values[0] ?? 0))
  const down = Math.max(0, ...buckets.map(({ values }) => values[1] ?? 0))
  const zero = (HEIGHT * up) / (up + down)
  const total = (i: number) => buckets.reduce((sum, { values }) => sum + (values[i] ?? 0), 0)
  const words = ({ values }: Pick<Bucket, 'values'>) =>
    series.map((name, i) => `${name}: ${format(values[i] ?? 0)}`).join(' · ')
  const width = Math.max(LEAST_WIDTH, buckets.length)
  const before = (width - buckets.length) / 2
  const bucket = pointed === null ? undefined : buckets[pointed]
  const [first, last] = [buckets[0], buckets.at(-1)]
  const summary = words({ values: series.map((_, i) => total(i)) })
  const point = (event: PointerEvent<SVGSVGElement>) => {
    const { left, width: pixels } = event.currentTarget.getBoundingClientRect()
    const at = Math.floor(((event.clientX - left) / pixels) * width - before)
    setPointed(Math.max(0, Math.min(buckets.length - 1, at)))
  }
  return (
    <figure className={classes.figure}>
      <figcaption className={classes.readout}>
        {bucket ? (
          <>
            <strong>{bucketWords(bucket)}</strong> {words(bucket)}
          </>
        ) : (
          <>
            <strong>No total</strong> {summary}
          </>
        )}
      </figcaption>
      <div className={classes.plot}>
        <span className={classes.most}>{format(up)}</span>
        <svg
          viewBox={`0 0 ${width} ${HEIGHT}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={`${summary}, de ${first?.first} a ${last?.last}`}
          onPointerMove={point}
          onPointerDown={point}
          onPointerLeave={() => setPointed(null)}
        >
          {buckets.map((one, i) => {
            const [high, low] = [0, 1].map((of) => ((one.values[of] ?? 0) / (up + down)) * HEIGHT)
            return (
              <g key={one.first} data-pointed={i === pointed || undefined}>
                <rect
                  className={classes.up}
                  x={before + i + 0.1}
                  width={0.8}
                  y={zero - (high ?? 0)}
                  height={high ?? 0}
                />
                <rect className={classes.down} x={before + i + 0.1} width={0.8} y={zero} height={low ?? 0} />
              </g>
            )
          })}
        </svg>
        <span className={classes.zero} style={{ top: `${zero}%` }} aria-hidden />
      </div>
      <p className={classes.axis} aria-hidden>
        <span>{first?.first}</span>
        {last?.last !== first?.first && <span>{last?.last}</span>}
      </p>
    </figure>
  )
}
