import { IconLogout, IconShieldLock } from '@tabler/icons-react'
import { matchPath, useLocation } from 'react-router'
import { SessionAvatar } from '../features/account/session-avatar.tsx'
import { ACCOUNT_PATH } from '../paths.ts'
import type { Session } from '../session.ts'
import { signOut } from '../sign-out.ts'
import { MenuLink, MenuList, menuButtonClass } from '../ui/menu-list.tsx'
import { menuEntries } from './menu-entries.ts'
import classes from './side-menu.module.css'

interface SideMenuProps {
  session: Session
  /** An entry was chosen. */
  onLeave?: () => void
}

export function SideMenu({ session, onLeave }: SideMenuProps) {
  const { pathname } = useLocation()
  const entries = menuEntries(session)
  // The longest path that leads here: a record's page highlights its list.
  const leadsHere = (path: string) => matchPath({ path, end: false }, pathname) !== null
  const current = entries
    .filter(({ path, records }) => leadsHere(path) || records?.some(leadsHere))
    .map(({ path }) => path)
    .sort((a, b) => b.length - a.length)[0]
  return (
    <div className={classes.menu}>
      <div className={classes.person}>
        <SessionAvatar session={session} />
        <span className={classes.name} title={session.user.name}>
          {session.user.name}
        </span>
      </div>
      <nav aria-label="Principal" className={classes.entries}>
        <MenuList>
          {entries.map(({ path, label, icon }) => (
            <MenuLink key={path} to={path} icon={icon} current={path === current} onClick={onLeave}>
              {label}
            </MenuLink>
          ))}
        </MenuList>
      </nav>
      {!session.roles.includes('Participante') && (
        // A participant finds the same in the profile.
        <MenuList>
          <MenuLink
            to={ACCOUNT_PATH}
            icon={IconShieldLock}
            current={matchPath(ACCOUNT_PATH, pathname) !== null}
            onClick={onLeave}
          >
            Minha conta
          </MenuLink>
        </MenuList>
      )}
      <button type="button" className={menuButtonClass} onClick={signOut}>
        <IconLogout size={22} aria-hidden />
        Sair
      </button>
    </div>
  )
}
