import { Link } from 'react-router'
import type { PublicEvent } from '#contract/event/event.ts'
import { documentWords } from '#contract/seller.ts'
import { ORGANIZATION_PATH, pathTo } from '#web/paths.ts'
import { ButtonAnchor } from '#web/ui/button.tsx'
import { chatUrl } from '#web/ui/chat-link.ts'
import { IconMessageCircle } from '#web/ui/icons.tsx'
import { OrganizerLogo } from '../organizer-logo.tsx'
import { ContactWays } from '../page-parts.tsx'
import classes from './organizer.module.css'

type Event = Pick<PublicEvent, 'organizer' | 'contact_email' | 'url_disclosure'>

const NOBODY = { name_fantasy: '', phone: null, logo: null, page: null, seller: null }

export function Organizer({ event: { organizer, contact_email, url_disclosure } }: { event: Event }) {
  const [{ name_fantasy: name, phone, logo, page, seller } = NOBODY] = organizer
  return (
    <div className={classes.card}>
      <p className={classes.name}>
        {logo && <OrganizerLogo logo={logo} />}
        {page ? <Link to={pathTo(ORGANIZATION_PATH, page)}>{name}</Link> : name || 'Organizador desconhecido'}
      </p>
      <ContactWays phone={phone} email={contact_email} site={url_disclosure} className={classes.ways} />
      {phone && (
        <ButtonAnchor
          href={chatUrl(phone)}
          target="_blank"
          rel="noreferrer"
          variant="default"
          icon={IconMessageCircle}
        >
          Fale conosco
        </ButtonAnchor>
      )}
      {seller && (
        <p className={classes.seller}>
          <span>{seller.name}</span> <span>{documentWords(seller.document)}</span>{' '}
          <span>{seller.address}</span>
        </p>
      )}
    </div>
  )
}
