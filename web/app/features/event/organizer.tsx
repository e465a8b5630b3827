import { Link } from 'react-router'
import { formatPhone } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event.ts'
import { ORGANIZATION_PATH, pathTo } from '../../paths.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { chatUrl } from '../../ui/chat-link.ts'
import { IconMail, IconMessageCircle, IconPhone, IconWorld } from '../../ui/icons.tsx'
import { ContactWay } from './contact-way.tsx'
import { externalUrl, shortUrl } from './external-url.ts'
import classes from './organizer.module.css'
import { OrganizerLogo } from './organizer-logo.tsx'

type Event = Pick<PublicEvent, 'organizer' | 'contact_email' | 'url_disclosure'>

const NOBODY = { name_fantasy: '', phone: null, logo: null, page: null }

/** The organizer and their contact links. */
export function Organizer({ event: { organizer, contact_email, url_disclosure } }: { event: Event }) {
  const [{ name_fantasy: name, phone, logo, page } = NOBODY] = organizer
  const site = externalUrl(url_disclosure)
  return (
    <div className={classes.card}>
      <p className={classes.name}>
        {logo && <OrganizerLogo logo={logo} />}
        {page ? <Link to={pathTo(ORGANIZATION_PATH, page)}>{name}</Link> : name || 'Organizador desconhecido'}
      </p>
      <ul className={classes.ways}>
        {phone && (
          <ContactWay icon={IconPhone} href={`tel:+55${phone}`}>
            {formatPhone(phone)}
          </ContactWay>
        )}
        {contact_email && (
          <ContactWay icon={IconMail} href={`mailto:${contact_email}`}>
            {contact_email}
          </ContactWay>
        )}
        {site && (
          <ContactWay icon={IconWorld} href={site} outside>
            {shortUrl(site)}
          </ContactWay>
        )}
      </ul>
      {phone && (
        <ButtonAnchor
          href={chatUrl(phone)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          className={classes.chat}
          icon={IconMessageCircle}
        >
          Fale conosco
        </ButtonAnchor>
      )}
    </div>
  )
}
