import type { ReactNode } from 'react'
import type { IsoDate } from '#contract/dates.ts'
import type { PublicEvent } from '#contract/event/event.ts'
import { hasDetails } from '#contract/event/pickup-words.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { DateBlock } from '#web/ui/date-block.tsx'
import { CityLine, FactLine, TimeLine } from '#web/ui/fact-line.tsx'
import { IconCalendarEvent, IconFileText, IconPackage } from '#web/ui/icons.tsx'
import { longDate, shortDate } from '../date-words.ts'
import { DistanceList } from '../distance-list.tsx'
import { EventPicture } from '../event-picture.tsx'
import { EventStatus } from '../event-status.tsx'
import { externalUrl } from '../external-url.ts'
import { KitPickup } from '../kit-pickup.tsx'
import { AllRacesLink } from '../page-parts.tsx'
import { isOpen } from '../registration-window.ts'
import classes from './event-page.module.css'
import { FoldedProse } from './folded-prose.tsx'
import { Kits } from './kits.tsx'
import type { EventPageData } from './load-event.ts'
import { Modalities } from './modalities.tsx'
import { Organizer } from './organizer.tsx'
import { RegisterBox } from './register-box.tsx'
import { Rights } from './rights.tsx'
import { WhenAndWhere } from './when-and-where.tsx'

const COVER_SIZES = '(min-width: 75em) 51rem, (min-width: 64em) 62vw, 100vw'

export function EventPage({ event, today, url }: EventPageData) {
  const regulation = externalUrl(event.regulation)
  return (
    <article className={classes.page}>
      <AllRacesLink />
      <div className={classes.cover} data-cover>
        <EventPicture
          picture={event.cover_picture ?? event.picture}
          path={event.cover_image ?? event.event_image}
          alt=""
          sizes={COVER_SIZES}
          priority="high"
        />
      </div>
      <div className={classes.head}>
        <EventHead event={event} today={today} />
      </div>
      <RegisterBox event={event} today={today} url={url} />
      <div className={classes.body}>
        {event.description_html && (
          <Section id="sobre" title="Sobre o evento">
            <FoldedProse html={event.description_html} />
          </Section>
        )}
        {event.modalities.length > 0 && (
          <Section id="modalidades" title="Modalidades e categorias">
            <Modalities event={event} />
          </Section>
        )}
        {event.products.length > 0 && (
          <Section id="kits" title="Kits">
            <Kits event={event} today={today} />
          </Section>
        )}
        {event.right_rules.length > 0 && (
          <Section id="direitos" title="Descontos por direito">
            <Rights event={event} />
          </Section>
        )}
        <div className={classes.pair}>
          {(event.rules || regulation) && (
            <Section id="regras" title="Regras">
              {event.rules_html && <FoldedProse html={event.rules_html} />}
              {regulation && (
                <ButtonAnchor
                  href={regulation}
                  target="_blank"
                  rel="noreferrer"
                  variant="default"
                  className={classes.regulation}
                  icon={IconFileText}
                >
                  Ver Regulamento
                </ButtonAnchor>
              )}
            </Section>
          )}
          {event.cancellation_policy.length > 0 && (
            <Section id="cancelamento" title="Cancelamento">
              <ul className={classes.policy}>
                {event.cancellation_policy.map((sentence) => (
                  <li key={sentence}>{sentence}</li>
                ))}
              </ul>
            </Section>
          )}
        </div>
        <div className={classes.pair}>
          <div className={classes.stack}>
            <Section id="local" title="Quando e onde">
              <WhenAndWhere event={event} today={today} />
            </Section>
            {event.kit_pickup && hasDetails(event.kit_pickup) && (
              <Section id="retirada" title="Entrega dos kits">
                <KitPickup pickup={event.kit_pickup} />
              </Section>
            )}
          </div>
          <Section id="organizacao" title="Organização">
            <Organizer event={event} />
          </Section>
        </div>
      </div>
    </article>
  )
}

function Section({ id, title, children }: { id: string; title: string; children: ReactNode }) {
  return (
    <section aria-labelledby={id}>
      <h2 id={id} className={classes.title}>
        {title}
      </h2>
      {children}
    </section>
  )
}

function EventHead({ event, today }: { event: PublicEvent; today: IsoDate }) {
  return (
    <header className={classes.eventHead}>
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
        <h1 className={classes.eventTitle}>{event.title}</h1>
        <div className={classes.facts}>
          <FactLine icon={IconCalendarEvent}>
            {event.date_event ? longDate(event.date_event) : 'Data não informada'}
          </FactLine>
          <TimeLine>{event.start_time ? `Largada às ${event.start_time}` : 'Horário não informado'}</TimeLine>
          <CityLine city={event.city} state={event.state} />
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
