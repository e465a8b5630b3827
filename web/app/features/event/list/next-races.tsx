import { useEffect, useRef } from 'react'
import { Link } from 'react-router'
import type { IsoDate } from '#contract/dates.ts'
import type { NextRace } from '#contract/event/event.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { DateBlock } from '#web/ui/date-block.tsx'
import { IconChevronDown } from '#web/ui/icons.tsx'
import { daysUntil } from '../date-words.ts'
import { chooseState, chosenState } from './home-state.ts'
import classes from './next-races.module.css'

interface NextRacesProps {
  /** The next race of each state that has one, by date. */
  races: readonly NextRace[]
  today: IsoDate
}

/** `home-state.ts` explains how a cached page shows the race of the state that the visitor chose. */
export function NextRaces({ races, today }: NextRacesProps) {
  const select = useRef<HTMLSelectElement>(null)
  useEffect(() => {
    if (!select.current) return
    select.current.value = chosenState()
    // The stored state has no upcoming race any more.
    if (select.current.selectedIndex < 0) select.current.value = ''
  }, [])
  const [first] = races
  if (!first) return null
  return (
    <section className={classes.next} aria-label="Próxima corrida">
      <div className={classes.races} data-next-races aria-live="polite">
        {races.map((race) => (
          <Race key={race.state} race={race} place={`em ${race.state}`} uf={race.state} today={today} />
        ))}
        <Race race={first} place="no Brasil" today={today} />
      </div>
      <span className={classes.choice}>
        Mudar estado
        <IconChevronDown size={18} aria-hidden />
        <select
          ref={select}
          aria-label="Onde você corre"
          defaultValue=""
          onChange={({ currentTarget }) => chooseState(currentTarget.value)}
        >
          <option value="">Brasil todo</option>
          {races
            .map(({ state }) => state)
            .sort()
            .map((state) => (
              <option key={state}>{state}</option>
            ))}
        </select>
      </span>
    </section>
  )
}

interface RaceProps {
  race: NextRace
  place: string
  uf?: string
  today: IsoDate
}

const Race = ({ race: { slug, title, city, state, date_event }, place, uf, today }: RaceProps) => (
  <div className={classes.race} data-uf={uf}>
    <span aria-hidden>
      <DateBlock date={date_event} />
    </span>
    <p className={classes.label}>Próxima corrida aberta {place}</p>
    <Link to={pathTo(EVENT_PATH, slug)} className={classes.title}>
      {title}
    </Link>
    <p className={classes.facts}>
      {[city, state].filter(Boolean).join(', ')} · {untilWords(daysUntil(date_event, today) ?? 0)}
    </p>
  </div>
)

function untilWords(days: number): string {
  if (days <= 0) return 'é hoje'
  return days === 1 ? 'é amanhã' : `faltam ${days} dias`
}
