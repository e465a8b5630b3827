import { HOME_PATH } from '../paths.ts'
import '@mantine/core/styles.layer.css'
import { ActionIcon } from '@mantine/core'
import { IconMenu2 } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, Outlet, useRouteLoaderData } from 'react-router'
import { QueryProvider } from '../query-provider.tsx'
import type { loader as rootLoader } from '../root.tsx'
import { useSession } from '../session.ts'
import { SessionRefresh } from '../session-refresh.tsx'
import { Logo } from '../ui/logo.tsx'
import { OfflineBanner } from '../ui/offline-banner.tsx'
import { Sheet } from '../ui/sheet.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { ThemeToggle } from '../ui/theme-toggle.tsx'
import { useHydrated } from '../ui/use-hydrated.ts'
import classes from './app-layout.module.css'
import { AppSkeleton } from './app-skeleton.tsx'
import { ChatButton } from './chat-button.tsx'
import { SessionMissing } from './session-missing.tsx'
import { SideMenu } from './side-menu.tsx'

/** The frame of every signed-in page. The session lives in the browser, so the server draws a skeleton of it. */
export default function AppLayout() {
  const contactPhone = useRouteLoaderData<typeof rootLoader>('root')?.contactPhone
  const session = useSession()
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)

  if (!hydrated) return <AppSkeleton />
  if (!session) return <SessionMissing />

  return (
    <QueryProvider key={session.token}>
      <SessionRefresh />
      <div className={classes.page}>
        <SkipLink />
        <aside className={classes.drawer}>
          <Link to={HOME_PATH} aria-label="Largada, página inicial" className={classes.home}>
            <Logo height={24} />
          </Link>
          <SideMenu session={session} />
        </aside>
        <div className={classes.content}>
          <header className={classes.bar}>
            <ActionIcon
              color="gray"
              className={classes.menuButton}
              aria-label="Abrir menu"
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <IconMenu2 size={24} aria-hidden />
            </ActionIcon>
            <Link to={HOME_PATH} aria-label="Largada, página inicial" className={classes.barLogo}>
              <Logo height={22} />
            </Link>
            <ThemeToggle />
          </header>
          <OfflineBanner />
          <main id="conteudo" tabIndex={-1} className={classes.main}>
            <Outlet />
          </main>
          {contactPhone && <ChatButton phone={contactPhone} />}
        </div>
        <Sheet open={open} onClose={() => setOpen(false)} side="left" size="var(--drawer-width)" title="Menu">
          <SideMenu session={session} onLeave={() => setOpen(false)} />
        </Sheet>
      </div>
    </QueryProvider>
  )
}
