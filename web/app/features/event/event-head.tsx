import { IconCalendarEvent, IconPackage } from '@tabler/icons-react'
import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event.ts'
import { DateBlock } from '../../ui/date-block.tsx'
import { FactLine, PlaceLine, TimeLine } from '../../ui/fact-line.tsx'
import { longDate, shortDate } from './date-words.ts'
import { DistanceList } from './distance-list.tsx'
import classes from './event-head.module.css'
import { EventStatus } from './event-status.tsx'
import { isOpen } from './registration-window.ts'

interface EventHeadProps {
  event: PublicEvent
  today: IsoDate
}

/** What, when, where and how far. */
export function EventHead({ event, today }: EventHeadProps) {
  return (
    <header className={classes.head}>
      {event.date_event && (
        <span className={classes.date} aria-hidden>
          <DateBlock date={event.date_event} size="lg" />
        </span>
      )}
      <div className={classes.words}>
        <div className={classes.chips}>
          <EventStatus open={isOpen(event, today)} />
          <DistanceList distances={event.distances} />
        </div>
        <h1 className={classes.title}>{event.title}</h1>
        <div className={classes.facts}>
          <FactLine icon={IconCalendarEvent}>
            {event.date_event ? longDate(event.date_event) : 'Data não informada'}
          </FactLine>
          <TimeLine>{event.start_time ? `Largada às ${event.start_time}` : 'Horário não informado'}</TimeLine>
          <PlaceLine city={event.city} state={event.state} />
          {event.kit_delivery_date && (
            <FactLine
              icon={IconPackage}
            >{`Entrega dos kits: ${shortDate(event.kit_delivery_date, today)}`}</FactLine>
          )}
        </div>
      </div>
    </header>
  )
}
