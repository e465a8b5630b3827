import { Link } from 'react-router'
import type { IsoDate } from '#contract/dates.ts'
import { instagramUrl } from '#contract/organizer/organizer-json-ld.ts'
import type { OrganizerPage } from '#contract/organizer/organizer-profile.ts'
import { plural } from '#contract/words.ts'
import { shortDate } from '#web/features/event/date-words.ts'
import { EventGrid } from '#web/features/event/list/event-card.tsx'
import { OrganizerLogo } from '#web/features/event/organizer-logo.tsx'
import { AllRacesLink, ContactWay, ContactWays } from '#web/features/event/page-parts.tsx'
import { ShareButton } from '#web/features/event/share-button.tsx'
import { EVENT_PATH, pathTo } from '#web/paths.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { chatUrl } from '#web/ui/chat-link.ts'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { IconBrandInstagram, IconChevronDown, IconMessageCircle } from '#web/ui/icons.tsx'
import classes from './organization.module.css'

export interface OrganizationData {
  organization: OrganizerPage
  /** Today in Brasília, as in the list of races. */
  today: IsoDate
  url: string
}

export function OrganizationPage({ organization, today, url }: OrganizationData) {
  return (
    <div className={classes.page}>
      <AllRacesLink />
      <Head organization={organization} url={url} />
      <section aria-labelledby="proximas">
        <h2 id="proximas" className={classes.title}>
          Próximas corridas
        </h2>
        {organization.coming.length > 0 ? (
          <EventGrid events={organization.coming} today={today} />
        ) : (
          <EmptyState description="As próximas aparecem aqui assim que forem publicadas." />
        )}
      </section>
      {organization.past.length > 0 && <PastRaces organization={organization} today={today} />}
    </div>
  )
}

function Head({ organization, url }: { organization: OrganizerPage; url: string }) {
  const { fantasy_name: name, about, logo, public_phone: phone, instagram } = organization
  return (
    <header className={classes.head}>
      {logo ? (
        <OrganizerLogo logo={logo} large />
      ) : (
        <span className={classes.letter} aria-hidden>
          {name.slice(0, 1).toUpperCase()}
        </span>
      )}
      <h1 className={classes.name}>{name}</h1>
      {about && <p className={classes.about}>{about}</p>}
      <ContactWays
        phone={phone}
        email={organization.public_email}
        site={organization.site}
        className={classes.ways}
      >
        {instagram && (
          <ContactWay icon={IconBrandInstagram} href={instagramUrl(instagram) ?? ''} outside>
            @{instagram}
          </ContactWay>
        )}
      </ContactWays>
      <div className={classes.actions}>
        {phone && (
          <ButtonAnchor href={chatUrl(phone)} target="_blank" rel="noreferrer" icon={IconMessageCircle}>
            Fale conosco
          </ButtonAnchor>
        )}
        <ShareButton title={name} url={url} />
      </div>
    </header>
  )
}

/** Collapsed, because most visitors look for an upcoming race. */
function PastRaces({ organization, today }: { organization: OrganizerPage; today: IsoDate }) {
  const { past, past_total: total } = organization
  return (
    <details className={classes.past}>
      <summary>
        <h2>{plural(total, 'corrida já realizada', 'corridas já realizadas')}</h2>
        <IconChevronDown size={24} aria-hidden />
      </summary>
      <ul>
        {past.map(({ slug, title, date_event, city, state }) => (
          <li key={slug}>
            <Link to={pathTo(EVENT_PATH, slug)}>{title}</Link>
            <span>
              {[date_event && shortDate(date_event, today), [city, state].filter(Boolean).join(', ')]
                .filter(Boolean)
                .join(' · ')}
            </span>
          </li>
        ))}
      </ul>
      {total > past.length && <p>Só as mais recentes aparecem aqui.</p>}
    </details>
  )
}
