import { useId } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import type { EventCard as Card } from '#contract/event/event.ts'
import { EVENT_STATUS } from '#contract/event/event-status.ts'
import { hasTransition } from '#web/navigation/transition.ts'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { DateBlock } from '#web/ui/date-block.tsx'
import { CityLine, FactLine, TimeLine } from '#web/ui/fact-line.tsx'
import { IconCalendarEvent } from '#web/ui/icons.tsx'
import { useOnline } from '#web/ui/use-online.ts'
import { shortDate } from '../date-words.ts'
import { DistanceList } from '../distance-list.tsx'
import { EventPicture } from '../event-picture.tsx'
import { EventStatus } from '../event-status.tsx'
import { PriceFrom } from '../price.tsx'
import { deadlineWords } from '../registration-window.ts'
import { Urgency } from '../urgency.tsx'
import classes from './event-card.module.css'

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

interface EventCardProps {
  event: Card
  today: IsoDate
  priority?: 'high' | 'late'
}

const SIZES = '(min-width: 75em) 24rem, (min-width: 48em) 46vw, 92vw'
const DISTANCES_SHOWN = 4

/** A summary of a race. The whole card is one link, labelled with the name of the race. */
export function EventCard({ event, today, priority }: EventCardProps) {
  const id = useId()
  const online = useOnline()
  return (
    <article className={classes.card}>
      <div className={classes.media}>
        <EventPicture
          picture={event.picture}
          path={event.event_image}
          alt=""
          sizes={SIZES}
          priority={priority}
        />
        {event.date_event && (
          <span className={classes.date} aria-hidden>
            <DateBlock date={event.date_event} />
          </span>
        )}
        <span className={classes.status}>
          <EventStatus open={event.status === EVENT_STATUS.open} />
        </span>
      </div>
      <div className={classes.body}>
        <h3 className={classes.title} id={`${id}-title`}>
          {event.title}
        </h3>
        <p className={classes.organizer}>{event.organizer[0]?.name_fantasy || 'Organizador desconhecido'}</p>
        <When event={event} today={today} />
        <CityLine city={event.city} state={event.state} awayKm={event.distance_km} />
        <DistanceList distances={event.distances} most={DISTANCES_SHOWN} />
        <Urgency
          deadline={deadlineWords(event, today)}
          left={event.status === EVENT_STATUS.open ? event.spots_left : null}
        />
      </div>
      <div className={classes.footer}>
        {event.price_from && !isOver(event) && (
          <p className={classes.price}>
            <PriceFrom value={event.price_from} varies={event.price_varies} />
          </p>
        )}
        <ButtonLink
          to={pathTo(EVENT_PATH, event.slug)}
          viewTransition={hasTransition()}
          // Without a connection the router would leave the current page for data that it cannot prefetch.
          prefetch={online ? 'intent' : 'none'}
          variant={event.status === EVENT_STATUS.open ? 'filled' : 'default'}
          className={classes.link}
          id={`${id}-link`}
          aria-labelledby={`${id}-link ${id}-title`}
        >
          Inscrever
        </ButtonLink>
      </div>
    </article>
  )
}

function When({ event, today }: { event: Card; today: IsoDate }) {
  const day = event.date_event ? shortDate(event.date_event, today) : 'Data não informada'
  const time = event.start_time ?? 'Horário não informado'
  if (event.date_event && event.start_time) return <TimeLine>{`${day} · ${time}`}</TimeLine>
  return (
    <>
      <FactLine icon={IconCalendarEvent}>{day}</FactLine>
      <TimeLine>{time}</TimeLine>
    </>
  )
}

/** Whether nothing is on sale any more. A price would be misleading then. */
const isOver = ({ closed_reason }: Card) => closed_reason === 'ended' || closed_reason === 'cancelled'
