import { Progress, Skeleton } from '@mantine/core'
import { Link } from 'react-router'
import { formatDecimal } from '#contract/money.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { countWords, plural } from '#contract/words.ts'
import { EVENT_PARTICIPANTS_PATH, pathTo } from '#web/paths.ts'
import classes from '../report.module.css'
import { GoalButton } from './goal-button.tsx'

const LOADING = [1, 2, 3, 4]

interface EventSummaryProps {
  /** Undefined while loading. */
  data: EventDashboard | undefined
  mayChange: boolean
}

export function EventSummary({ data, mayChange }: EventSummaryProps) {
  return (
    <section className={classes.hero} aria-label="Em resumo">
      <div className={classes.heroFigures}>
        {data ? (
          <Figures data={data} />
        ) : (
          LOADING.map((figure) => <Skeleton key={figure} height={54} width="75%" />)
        )}
      </div>
      {data && (
        <div className={classes.heroFoot}>
          <Counts data={data} />
          {mayChange && <GoalButton eventId={data.event.id} goal={data.pace.goal} />}
        </div>
      )}
    </section>
  )
}

function Figures({ data: { event, finances, pace, registrations } }: { data: EventDashboard }) {
  const { held, capacity } = event
  const share = capacity === null ? null : capacity > 0 ? (held / capacity) * 100 : 100
  const { paid } = registrations
  return (
    <>
      {pace.goal !== null && (
        <div className={classes.heroFigure}>
          <strong>
            {countWords(paid)} de {countWords(pace.goal)}
          </strong>
          {paid >= pace.goal
            ? 'pagas, meta alcançada'
            : pace.expected !== null && pace.expected > paid
              ? `pagas · no ritmo de ${countWords(pace.expected)}`
              : 'inscrições pagas'}
          <Progress
            value={Math.min(100, (paid / pace.goal) * 100)}
            size="sm"
            mt={6}
            color={paid >= pace.goal ? 'green' : 'primary'}
            aria-hidden
          />
        </div>
      )}
      <div className={classes.heroFigure}>
        <strong>
          {capacity === null ? countWords(held) : `${countWords(held)} de ${countWords(capacity)}`}
        </strong>
        {capacity === null ? 'vagas ocupadas, sem limite' : 'vagas ocupadas'}
        {share !== null && (
          <Progress value={share} size="sm" mt={6} color={share >= 100 ? 'red' : 'primary'} aria-hidden />
        )}
      </div>
      {finances && (
        <div className={classes.heroFigure}>
          <strong>{formatDecimal(finances.net)}</strong>
          líquidos para você
        </div>
      )}
      {pace.days_left !== null && (
        <div className={classes.heroFigure}>
          <strong>{pace.days_left === 0 ? 'Hoje' : countWords(pace.days_left)}</strong>
          {pace.days_left === 0
            ? 'ou já passou'
            : pace.days_left === 1
              ? 'dia para a corrida'
              : 'dias para a corrida'}
        </div>
      )}
      <div className={classes.heroFigure}>
        <strong>{countWords(pace.today)}</strong>
        {pace.today === 1 ? 'inscrição hoje' : 'inscrições hoje'}
        {pace.last_edition && (
          <span className={classes.edition}>
            No mesmo dia de {pace.last_edition.title}: {countWords(pace.last_edition.that_day)}, e{' '}
            {plural(pace.last_edition.registrations, 'inscrição', 'inscrições')} até ali
          </span>
        )}
      </div>
    </>
  )
}

/** With the filter of the participants that each counts. */
const COUNTS = [
  ['registered', ['inscrito', 'inscritos'], ''],
  ['confirmed', ['confirmado', 'confirmados'], '?registration_status=1'],
  ['pending', ['pendente', 'pendentes'], '?registration_status=0'],
  ['cancelled', ['cancelado', 'cancelados'], '?registration_status=2'],
  ['paid', ['pago', 'pagos'], '?money=paid'],
  ['free', ['gratuito', 'gratuitos'], '?money=free'],
] as const

function Counts({ data: { event, registrations } }: { data: EventDashboard }) {
  const counts = COUNTS.filter(([name]) => registrations[name] > 0)
  if (counts.length === 0) return null
  return (
    <ul className={classes.counts} aria-label="Inscrições">
      {counts.map(([name, [one, many], filter]) => (
        <li key={name}>
          <Link to={`${pathTo(EVENT_PARTICIPANTS_PATH, event.id)}${filter}`}>
            <strong>{countWords(registrations[name])}</strong> {registrations[name] === 1 ? one : many}
          </Link>
        </li>
      ))}
    </ul>
  )
}
