import type { IsoDate } from '#contract/dates.ts'
import type { EventCard as Card } from '#contract/event.ts'
import { EventCard } from './event-card.tsx'
import { EventCardSkeleton } from './event-card-skeleton.tsx'
import classes from './event-grid.module.css'

/** What fits a first screen: these pictures are not put off. */
const EARLY = 3
const SKELETONS = [1, 2, 3, 4, 5, 6]

export function EventGrid({ events, today }: { events: readonly Card[]; today: IsoDate }) {
  return (
    <ul className={classes.grid}>
      {events.map((event, index) => (
        <li key={event.id}>
          <EventCard event={event} today={today} early={index < EARLY} />
        </li>
      ))}
    </ul>
  )
}

export function EventGridSkeleton() {
  return (
    <ul className={classes.grid} aria-hidden data-testid="event-skeletons">
      {SKELETONS.map((key) => (
        <li key={key}>
          <EventCardSkeleton />
        </li>
      ))}
    </ul>
  )
}
