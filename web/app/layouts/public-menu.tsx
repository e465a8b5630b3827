import {
  IconCalendarEvent,
  IconHome,
  IconLogin2,
  IconLogout,
  IconRun,
  IconSwitchHorizontal,
  IconUser,
} from '@tabler/icons-react'
import { HOME_PATH, LOGIN_PATH, MY_EVENTS_PATH, profilePath } from '#web/paths.ts'
import type { Session } from '#web/session/session.ts'
import { signOut } from '#web/session/sign-out.ts'
import { MenuLink, MenuList, menuButtonClass } from '#web/ui/menu-list.tsx'
import { SheetPanel } from '#web/ui/sheet-panel.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { ChatEntry } from './chat-entry.tsx'
import classes from './public-menu.module.css'
import { roleLinks } from './role-links.ts'

interface PublicMenuProps {
  session: Session | null
  contactPhone: string | null
  open: boolean
  onClose: () => void
}

export function PublicMenu({ session, contactPhone, open, onClose: onLeave }: PublicMenuProps) {
  const title = session ? `Olá, ${session.user.name}!` : 'Olá!'
  return (
    <SheetPanel open={open} onClose={onLeave} side="top" size="auto" title={title}>
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
              {roleLinks(session).map(({ role, to, label }) => (
                <MenuLink key={role} to={to} icon={IconSwitchHorizontal} onClick={onLeave}>
                  {label}
                </MenuLink>
              ))}
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
          {contactPhone && <ChatEntry phone={contactPhone} />}
        </MenuList>
        <div className={classes.appearance}>
          <span>Aparência</span>
          <ThemeToggle />
        </div>
      </nav>
    </SheetPanel>
  )
}
