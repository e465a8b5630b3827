import { useState } from 'react'
import { Link } from 'react-router'
import { HOME_PATH, LOGIN_PATH, MY_EVENTS_PATH } from '#web/paths.ts'
import { useSession } from '#web/session/session.ts'
import { ButtonLink, IconButton } from '#web/ui/button.tsx'
import { IconMenu2 } from '#web/ui/icons.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { preload, useLoaded } from '#web/ui/use-loaded.ts'
import { ChatButton } from './chat-button.tsx'
import classes from './public-header.module.css'
import { UserButton } from './user-button.tsx'

const loadMenu = () => import('./public-menu.tsx').then((module) => module.PublicMenu)
const preloadMenu = preload(loadMenu)

interface PublicHeaderProps {
  contactPhone: string | null
}

export function PublicHeader({ contactPhone }: PublicHeaderProps) {
  const session = useSession()
  const [open, setOpen] = useState(false)
  const Menu = useLoaded(open, loadMenu)
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
              <UserButton session={session} className={classes.userButton} />
            ) : (
              <ButtonLink to={LOGIN_PATH} className={classes.guest}>
                Entrar
              </ButtonLink>
            )}
          </div>
          <IconButton
            className={classes.menuButton}
            aria-label="Abrir menu"
            aria-expanded={open}
            onPointerEnter={preloadMenu}
            onFocus={preloadMenu}
            onClick={() => setOpen(true)}
          >
            <IconMenu2 size={24} aria-hidden />
          </IconButton>
        </div>
      </div>
      {Menu && (
        <Menu session={session} contactPhone={contactPhone} open={open} onClose={() => setOpen(false)} />
      )}
    </header>
  )
}
