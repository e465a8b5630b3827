import type { IsoDate } from '#contract/dates.ts'
import type { EventCard as Card } from '#contract/event.ts'
import classes from './event-card.module.css'
import { EventCard } from './event-card.tsx'

/** So many cards fit the first screen of a wide window; of a phone's one does. */
const EARLY = 3

export function EventGrid({ events, today }: { events: readonly Card[]; today: IsoDate }) {
  return (
    <ul className={classes.grid}>
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} today={today} priority={priorityOf(index)} />
        </li>
      ))}
    </ul>
  )
}

const priorityOf = (index: number) => (index === 0 ? 'high' : index < EARLY ? 'early' : 'late')
