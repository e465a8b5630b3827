import type { ReactNode } from 'react'
import type { IconType } from '../../ui/icons.tsx'
import classes from './contact-way.module.css'

interface ContactWayProps {
  icon: IconType
  href: string
  /** The link opens another site. */
  outside?: boolean
  children: ReactNode
}

/** A list item that leads to a phone, an e-mail or another site. */
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
