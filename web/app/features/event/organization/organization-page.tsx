import { Link } from 'react-router'
import type { IsoDate } from '#contract/dates.ts'
import { formatPhone } from '#contract/documents.ts'
import { instagramUrl } from '#contract/organizer-json-ld.ts'
import type { OrganizerPage } from '#contract/organizer-profile.ts'
import { plural } from '#contract/words.ts'
import { EVENT_PATH, HOME_PATH, pathTo } from '../../../paths.ts'
import { ButtonAnchor } from '../../../ui/button.tsx'
import { chatUrl } from '../../../ui/chat-link.ts'
import { EmptyState } from '../../../ui/empty-state.tsx'
import {
  IconArrowLeft,
  IconBrandInstagram,
  IconChevronDown,
  IconMail,
  IconMessageCircle,
  IconPhone,
  IconWorld,
} from '../../../ui/icons.tsx'
import { ContactWay } from '../contact-way.tsx'
import { shortDate } from '../date-words.ts'
import { EventGrid } from '../event-grid.tsx'
import { externalUrl, shortUrl } from '../external-url.ts'
import { OrganizerLogo } from '../organizer-logo.tsx'
import { ShareButton } from '../share-button.tsx'
import type { OrganizationData } from './load-organization.ts'
import classes from './organization.module.css'

/** Who an organizer is, how to reach it, and its races. */
export function OrganizationPage({ organization, today, url }: OrganizationData) {
  return (
    <div className={classes.page}>
      <Link to={HOME_PATH} className={classes.back}>
        <IconArrowLeft size={20} aria-hidden />
        Todas as corridas
      </Link>
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
  const {
    fantasy_name: name,
    about,
    logo,
    public_phone: phone,
    public_email: email,
    instagram,
  } = organization
  const site = externalUrl(organization.site)
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
      <ul className={classes.ways}>
        {phone && (
          <ContactWay icon={IconPhone} href={`tel:+55${phone}`}>
            {formatPhone(phone)}
          </ContactWay>
        )}
        {email && (
          <ContactWay icon={IconMail} href={`mailto:${email}`}>
            {email}
          </ContactWay>
        )}
        {site && (
          <ContactWay icon={IconWorld} href={site} outside>
            {shortUrl(site)}
          </ContactWay>
        )}
        {instagram && (
          <ContactWay icon={IconBrandInstagram} href={instagramUrl(instagram) ?? ''} outside>
            @{instagram}
          </ContactWay>
        )}
      </ul>
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

/** Folded: who comes looks for a race to run. */
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
