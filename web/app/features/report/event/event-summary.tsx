import { Progress } from '@mantine/core'
import { formatDecimal } from '#contract/money.ts'
import type { EventDashboard } from '#contract/report/dashboard.ts'
import { countWords, plural } from '#contract/words.ts'
import classes from '../report.module.css'

export function EventSummary({ data: { event, finances, pace } }: { data: EventDashboard }) {
  const { held, capacity } = event
  const share = capacity === null ? null : capacity > 0 ? (held / capacity) * 100 : 100
  return (
    <section className={classes.hero} aria-label="Em resumo">
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
    </section>
  )
}
