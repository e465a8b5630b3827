import { Button } from '@mantine/core'
import { IconArrowLeft, IconFileText } from '@tabler/icons-react'
import { Link } from 'react-router'
import { HOME_PATH } from '../../paths.ts'
import { EventHead } from './event-head.tsx'
import { EventMap, hasMap } from './event-map.tsx'
import classes from './event-page.module.css'
import { EventPicture } from './event-picture.tsx'
import { externalUrl } from './external-url.ts'
import { Kits } from './kits.tsx'
import type { EventPageData } from './load-event.ts'
import { Modalities } from './modalities.tsx'
import { Organizer } from './organizer.tsx'
import { Prose } from './prose.tsx'
import { RegistrationPanel } from './registration-panel.tsx'
import { Section } from './section.tsx'

const COVER_SIZES = '(min-width: 75em) 51rem, (min-width: 64em) 62vw, 100vw'

export function EventPage({ event, today, url }: EventPageData) {
  const regulation = externalUrl(event.regulation)
  return (
    <article className={classes.page}>
      <Link to={HOME_PATH} className={classes.back}>
        <IconArrowLeft size={20} aria-hidden />
        Todas as corridas
      </Link>
      <div className={classes.cover}>
        <EventPicture
          picture={event.cover_picture ?? event.picture}
          path={event.cover_image ?? event.event_image}
          alt=""
          sizes={COVER_SIZES}
          priority
        />
      </div>
      <div className={classes.head}>
        <EventHead event={event} today={today} />
      </div>
      <RegistrationPanel event={event} today={today} url={url} />
      <div className={classes.body}>
        {event.description && (
          <Section id="sobre" title="Sobre o evento">
            <Prose>{event.description}</Prose>
          </Section>
        )}
        {event.modalities.length > 0 && (
          <Section id="modalidades" title="Modalidades e categorias">
            <Modalities modalities={event.modalities} />
          </Section>
        )}
        {event.products.length > 0 && (
          <Section id="kits" title="Kits">
            <Kits event={event} />
          </Section>
        )}
        {(event.rules || regulation) && (
          <Section id="regras" title="Regras">
            {event.rules && <Prose>{event.rules}</Prose>}
            {regulation && (
              <Button
                component="a"
                href={regulation}
                target="_blank"
                rel="noreferrer"
                variant="default"
                className={classes.regulation}
                leftSection={<IconFileText size={20} aria-hidden />}
              >
                Ver Regulamento
              </Button>
            )}
          </Section>
        )}
        {hasMap(event.url_map) && (
          <Section id="mapa" title="Mapa">
            <EventMap url={event.url_map} title={event.title} />
          </Section>
        )}
        <Section id="organizacao" title="Organização">
          <Organizer event={event} />
        </Section>
      </div>
    </article>
  )
}
