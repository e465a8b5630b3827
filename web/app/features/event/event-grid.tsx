import type { IsoDate } from '#contract/dates.ts'
import type { EventCard as Card } from '#contract/event.ts'
import classes from './event-card.module.css'
import { EventCard } from './event-card.tsx'

export function EventGrid({ events, today }: { events: readonly Card[]; today: IsoDate }) {
  return (
    <ul className={classes.grid}>
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} today={today} priority={index === 0 ? 'high' : 'late'} />
        </li>
      ))}
    </ul>
  )
}
