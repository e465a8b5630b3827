import { Link } from 'react-router'
import { countWords } from '#contract/words.ts'
import { MONTHS } from './date-block.tsx'
import classes from './race-rows.module.css'

export interface Race {
  id: number
  title: string
  /** `dd/mm/yyyy`, the API's format. */
  date_event: string
  city: string | null
  state: string | null
  held: number
  capacity: number | null
}

/** Coming races, one per line of 48 px. The link covers its row. */
export function RaceRows<R extends Race>({
  races,
  pathOf,
}: {
  races: readonly R[]
  pathOf: (race: R) => string
}) {
  return (
    <ul className={classes.races}>
      {races.map((race) => (
        <li key={race.id}>
          <RaceDay date={race.date_event} />
          <Link to={pathOf(race)} title={race.title}>
            {race.title}
          </Link>
          <span className={classes.place}>
            {[race.city, race.state].filter(Boolean).join(', ') || 'Cidade não informada'}
          </span>
          <span className={classes.held}>
            {countWords(race.held)}
            <span className={classes.of}>
              {race.capacity === null ? ' · sem limite' : ` de ${countWords(race.capacity)}`}
            </span>
            <span className="sr-only"> inscrições</span>
          </span>
        </li>
      ))}
    </ul>
  )
}

function RaceDay({ date }: { date: string }) {
  const [day = '', month = '', year = ''] = date.split('/')
  return (
    <time className={classes.day} dateTime={`${year}-${month}-${day}`}>
      {day} {MONTHS[Number(month) - 1]}
    </time>
  )
}
