import { useState } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { placeWords } from '#contract/event/place-words.ts'
import { mapEmbedUrl, mapSearchUrl } from '#contract/maps.ts'
import { EVENT_CALENDAR_PATH, pathTo } from '#web/paths.ts'
import { Button, ButtonAnchor } from '#web/ui/button.tsx'
import { IconCalendarPlus } from '#web/ui/icons.tsx'
import { useLoaded } from '#web/ui/use-loaded.ts'
import { longDate } from '../date-words.ts'
import { externalUrl } from '../external-url.ts'
import { isPast } from '../registration-window.ts'
import classes from './when-and-where.module.css'

const loadMap = async () => (await import('./event-map.tsx')).EventMap

/** Day and place of the race, its calendar file and its map. */
export function WhenAndWhere({ event, today }: { event: PublicEvent; today: IsoDate }) {
  const [isMapWanted, setMapWanted] = useState(false)
  const EventMap = useLoaded(isMapWanted, loadMap)
  const embed = mapEmbedUrl(event.url_map)
  const map = externalUrl(event.url_map) ?? (event.start_place && mapSearchUrl(placeWords(event)))
  return (
    <>
      <p className={classes.words}>
        {event.date_event && (
          <span>
            {longDate(event.date_event)}
            {event.start_time && `, às ${event.start_time}`}
          </span>
        )}
        {event.start_place && <span>Largada: {event.start_place}</span>}
        <span>{[event.city, event.state].filter(Boolean).join(', ')}</span>
      </p>
      {embed && EventMap && <EventMap url={embed} title={event.title} />}
      <div className={classes.ways}>
        {event.date_event && !isPast(event, today) && (
          <ButtonAnchor
            href={pathTo(EVENT_CALENDAR_PATH, event.slug)}
            variant="default"
            icon={IconCalendarPlus}
          >
            Adicionar ao calendário
          </ButtonAnchor>
        )}
        {embed && !isMapWanted && (
          <span className={classes.asking}>
            <Button variant="default" onClick={() => setMapWanted(true)}>
              Ver o mapa aqui
            </Button>
          </span>
        )}
        {map && (
          <a href={map} target="_blank" rel="noreferrer" className={classes.link}>
            Abrir no mapa
          </a>
        )}
      </div>
    </>
  )
}
