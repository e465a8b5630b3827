import { ActionIcon, Button } from '@mantine/core'
import {
  IconCalendarEvent,
  IconHome,
  IconLogin2,
  IconLogout,
  IconMenu2,
  IconRun,
  IconUser,
} from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { HOME_PATH, LOGIN_PATH, MY_EVENTS_PATH, profilePath } from '../paths.ts'
import { type Session, useSession } from '../session.ts'
import { signOut } from '../sign-out.ts'
import { Logo } from '../ui/logo.tsx'
import { MenuLink, MenuList, menuButtonClass } from '../ui/menu-list.tsx'
import { preloadSheet, Sheet } from '../ui/sheet.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import { ChatButton, ChatEntry } from './chat-button.tsx'
import classes from './public-header.module.css'

const loadUserMenu = () => import('./user-menu.tsx').then((module) => module.UserMenu)

interface PublicHeaderProps {
  /** The company's chat number. */
  contactPhone: string | null
}

export function PublicHeader({ contactPhone }: PublicHeaderProps) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const UserMenu = useLoaded(session !== null, loadUserMenu)
  const greeting = session ? `Olá, ${session.user.name}!` : 'Olá!'
  return (
    <header className={classes.header}>
      <div className={classes.bar}>
        <Link to={HOME_PATH} aria-label="Largada, página inicial" className={classes.home}>
          <Logo />
        </Link>
        <nav aria-label="Principal" className={classes.links}>
          <Link to={HOME_PATH}>Início</Link>
          <Link to={HOME_PATH}>Eventos</Link>
          {session?.roles.includes('Participante') && <Link to={MY_EVENTS_PATH}>Meus Eventos</Link>}
        </nav>
        <div className={classes.end}>
          {contactPhone && <ChatButton phone={contactPhone} place="header" />}
          <span className={classes.toggle}>
            <ThemeToggle />
          </span>
          <div className={classes.account}>
            {session ? (
              UserMenu && <UserMenu session={session} />
            ) : (
              <Button component={Link} to={LOGIN_PATH} className={classes.guest}>
                Entrar
              </Button>
            )}
          </div>
          <ActionIcon
            color="gray"
            className={classes.menuButton}
            aria-label="Abrir menu"
            aria-expanded={open}
            onPointerEnter={preloadSheet}
            onFocus={preloadSheet}
            onClick={() => setOpen(true)}
          >
            <IconMenu2 size={24} aria-hidden />
          </ActionIcon>
        </div>
      </div>
      <Sheet open={open} onClose={() => setOpen(false)} side="top" size="auto" title={greeting}>
        <PublicMenu session={session} contactPhone={contactPhone} onLeave={() => setOpen(false)} />
      </Sheet>
    </header>
  )
}

interface PublicMenuProps extends PublicHeaderProps {
  session: Session | null
  onLeave: () => void
}

/** The navigation on small screens. */
function PublicMenu({ session, contactPhone, onLeave }: PublicMenuProps) {
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
        {contactPhone && <ChatEntry phone={contactPhone} />}
      </MenuList>
      <div className={classes.appearance}>
        <span>Aparência</span>
        <ThemeToggle />
      </div>
    </nav>
  )
}
