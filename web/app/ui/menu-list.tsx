import type { TablerIcon } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import classes from './menu-list.module.css'

export const menuButtonClass = classes.entry ?? ''

export function MenuList({ children }: { children: ReactNode }) {
  return <ul className={classes.list}>{children}</ul>
}

interface MenuLinkProps {
  to: string
  icon: TablerIcon
  current?: boolean
  onClick?: () => void
  children: string
}

export function MenuLink({ to, icon: Icon, current = false, onClick, children }: MenuLinkProps) {
  return (
    <li>
      <Link to={to} className={classes.entry} aria-current={current ? 'page' : undefined} onClick={onClick}>
        <Icon size={22} aria-hidden />
        {children}
      </Link>
    </li>
  )
}
