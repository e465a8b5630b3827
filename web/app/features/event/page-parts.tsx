import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { formatPhone } from '#contract/documents.ts'
import { HOME_PATH } from '#web/paths.ts'
import { IconArrowLeft, IconMail, IconPhone, type IconType, IconWorld } from '#web/ui/icons.tsx'
import { externalUrl, shortUrl } from './external-url.ts'
import classes from './page-parts.module.css'

export const AllRacesLink = () => (
  <Link to={HOME_PATH} className={classes.back}>
    <IconArrowLeft size={20} aria-hidden />
    Todas as corridas
  </Link>
)

interface ContactWaysProps {
  phone: string | null
  email: string | null
  site: string | null
  className: string | undefined
  children?: ReactNode
}

export function ContactWays({ phone, email, site, className, children }: ContactWaysProps) {
  const url = externalUrl(site)
  return (
    <ul className={className}>
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
      {url && (
        <ContactWay icon={IconWorld} href={url} outside>
          {shortUrl(url)}
        </ContactWay>
      )}
      {children}
    </ul>
  )
}

interface ContactWayProps {
  icon: IconType
  href: string
  outside?: boolean
  children: ReactNode
}

export function ContactWay({ icon: Icon, href, outside = false, children }: ContactWayProps) {
  return (
    <li>
      <a href={href} className={classes.way} {...(outside && { target: '_blank', rel: 'noreferrer' })}>
        <Icon size={20} aria-hidden />
        <span>{children}</span>
      </a>
    </li>
  )
}
