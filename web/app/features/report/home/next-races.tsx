import { Progress } from '@mantine/core'
import { Link } from 'react-router'
import type { OrganizerDashboard } from '#contract/report/dashboard.ts'
import { EVENT_PANEL_PATH, participantsPath, pathTo } from '../../../paths.ts'
import { useSession } from '../../../session.ts'
import { DateBlock } from '../../../ui/date-block.tsx'
import { countWords } from '../../backoffice/count.ts'
import classes from '../report.module.css'

type NextRace = OrganizerDashboard['next_events'][number]

/** The soonest races and how full they are. */
export function NextRaces({ events }: { events: readonly NextRace[] }) {
  const session = useSession()
  if (!session || events.length === 0) return null
  return (
    <section className={classes.card}>
      <h2>Próximos eventos</h2>
      <ul className={classes.races}>
        {events.map((race) => (
          <li key={race.id}>
            <DateBlock date={race.date_event} />
            <div className={classes.raceWords}>
              <Link to={pathTo(EVENT_PANEL_PATH, race.id)}>{race.title}</Link>
              <span>{[race.city, race.state].filter(Boolean).join(', ') || 'Cidade não informada'}</span>
              <Link to={participantsPath(session, race.id)}>Participantes</Link>
            </div>
            <Fullness race={race} />
          </li>
        ))}
      </ul>
    </section>
  )
}

function Fullness({ race: { held, capacity } }: { race: NextRace }) {
  return (
    <div className={classes.fullness}>
      <span className="numbers">
        {capacity === null
          ? `${countWords(held)} · sem limite`
          : `${countWords(held)} de ${countWords(capacity)}`}
      </span>
      {capacity !== null && (
        <Progress
          value={capacity > 0 ? (held / capacity) * 100 : 100}
          size="sm"
          color={held >= capacity ? 'red' : 'primary'}
          aria-hidden
        />
      )}
    </div>
  )
}
