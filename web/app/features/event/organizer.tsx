import type { ReactNode } from 'react'
import { formatPhone } from '#contract/documents.ts'
import type { PublicEvent } from '#contract/event.ts'
import { ButtonAnchor } from '../../ui/button.tsx'
import { chatUrl } from '../../ui/chat-link.ts'
import { IconMail, IconMessageCircle, IconPhone, type IconType, IconWorld } from '../../ui/icons.tsx'
import { externalUrl, shortUrl } from './external-url.ts'
import classes from './organizer.module.css'

type Event = Pick<PublicEvent, 'organizer' | 'contact_email' | 'url_disclosure'>

/** The organizer and their contact links. */
export function Organizer({ event: { organizer, contact_email, url_disclosure } }: { event: Event }) {
  const [{ name_fantasy: name, phone } = { name_fantasy: '', phone: null }] = organizer
  const site = externalUrl(url_disclosure)
  return (
    <div className={classes.card}>
      <p className={classes.name}>{name || 'Organizador desconhecido'}</p>
      <ul className={classes.ways}>
        {phone && (
          <Way icon={IconPhone} href={`tel:+55${phone}`}>
            {formatPhone(phone)}
          </Way>
        )}
        {contact_email && (
          <Way icon={IconMail} href={`mailto:${contact_email}`}>
            {contact_email}
          </Way>
        )}
        {site && (
          <Way icon={IconWorld} href={site} outside>
            {shortUrl(site)}
          </Way>
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

interface WayProps {
  icon: IconType
  href: string
  /** The link opens another site. */
  outside?: boolean
  children: ReactNode
}

function Way({ icon: Icon, href, outside = false, children }: WayProps) {
  return (
    <li>
      <a href={href} className={classes.way} {...(outside && { target: '_blank', rel: 'noreferrer' })}>
        <Icon size={20} aria-hidden />
        <span>{children}</span>
      </a>
    </li>
  )
}
