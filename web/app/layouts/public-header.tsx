import { ActionIcon, Button } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { HOME_PATH, LOGIN_PATH, MY_EVENTS_PATH } from '../paths.ts'
import { useSession } from '../session.ts'
import { Logo } from '../ui/logo.tsx'
import { preloadSheet, Sheet } from '../ui/sheet.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { useLoaded } from '../ui/use-loaded.ts'
import classes from './public-header.module.css'
import { PublicMenu } from './public-menu.tsx'

const loadUserMenu = () => import('./user-menu.tsx').then((module) => module.UserMenu)

export function PublicHeader() {
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
        <PublicMenu session={session} onLeave={() => setOpen(false)} />
      </Sheet>
    </header>
  )
}
