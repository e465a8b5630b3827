import { IconCalendarEvent, IconHome, IconLogin2, IconLogout, IconRun, IconUser } from '@tabler/icons-react'
import { HOME_PATH, LOGIN_PATH, MY_EVENTS_PATH, profilePath } from '../paths.ts'
import type { Session } from '../session.ts'
import { signOut } from '../sign-out.ts'
import { MenuLink, MenuList, menuButtonClass } from '../ui/menu-list.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import classes from './public-menu.module.css'

interface PublicMenuProps {
  session: Session | null
  onLeave: () => void
}

/** The small screen's navigation. */
export function PublicMenu({ session, onLeave }: PublicMenuProps) {
  return (
    <nav aria-label="Principal">
      <MenuList>
        <MenuLink to={HOME_PATH} icon={IconHome} onClick={onLeave}>
          Início
        </MenuLink>
        <MenuLink to={HOME_PATH} icon={IconRun} onClick={onLeave}>
          Eventos
        </MenuLink>
        {session?.roles.includes('Participante') && (
          <MenuLink to={MY_EVENTS_PATH} icon={IconCalendarEvent} onClick={onLeave}>
            Meus Eventos
          </MenuLink>
        )}
        {session ? (
          <>
            <MenuLink to={profilePath(session.roles)} icon={IconUser} onClick={onLeave}>
              Perfil
            </MenuLink>
            <li>
              <button
                type="button"
                className={menuButtonClass}
                onClick={() => {
                  onLeave()
                  signOut()
                }}
              >
                <IconLogout size={22} aria-hidden />
                Sair
              </button>
            </li>
          </>
        ) : (
          <MenuLink to={LOGIN_PATH} icon={IconLogin2} onClick={onLeave}>
            Entrar
          </MenuLink>
        )}
      </MenuList>
      <div className={classes.appearance}>
        <span>Aparência</span>
        <ThemeToggle />
      </div>
    </nav>
  )
}
