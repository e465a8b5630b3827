import '@mantine/core/styles.layer.css'
import { Skeleton } from '@mantine/core'
import { IconLogout, IconMenu2, IconSearch, IconShieldLock, IconSwitchHorizontal } from '@tabler/icons-react'
import { useState } from 'react'
import { Link, matchPath, Outlet, useLocation, useRouteLoaderData } from 'react-router'
import { chooseRole } from '#contract/account/choose-role.ts'
import { QueryProvider } from '#web/api/query-provider.tsx'
import { SessionAvatar } from '#web/features/account/session-avatar.tsx'
import { ACCOUNT_PATH, HOME_PATH } from '#web/paths.ts'
import type { loader as rootLoader } from '#web/root.tsx'
import { isViewing, type Session, useSession } from '#web/session/session.ts'
import { SessionRefresh } from '#web/session/session-refresh.tsx'
import { signOut } from '#web/session/sign-out.ts'
import { IconButton } from '#web/ui/button.tsx'
import { Logo } from '#web/ui/logo.tsx'
import { Mantine } from '#web/ui/mantine.tsx'
import { MenuLink, MenuList, menuButtonClass } from '#web/ui/menu-list.tsx'
import { NeedsScript } from '#web/ui/needs-script.tsx'
import { OfflineBanner } from '#web/ui/offline-banner.tsx'
import { Sheet } from '#web/ui/sheet.tsx'
import { SkipLink } from '#web/ui/skip-link.tsx'
import { ThemeToggle } from '#web/ui/theme-toggle.tsx'
import { useHydrated } from '#web/ui/use-hydrated.ts'
import classes from './app-layout.module.css'
import { ChatEntry } from './chat-entry.tsx'
import { menuEntries } from './menu-entries.ts'
import { missingPermission } from './page-permissions.ts'
import { isOfAnotherRole, roleOfPage } from './page-roles.ts'
import { RefusedPage } from './refused-page.tsx'
import { roleLinks, roleWord } from './role-links.ts'
import { SessionMissing } from './session-missing.tsx'
import { type ShortcutDialog, Shortcuts } from './shortcuts.tsx'
import { SwitchRole } from './switch-role.tsx'
import { ViewingBanner } from './viewing-banner.tsx'

/** The session is stored in the browser, so the server renders a skeleton. */
export default function AppLayout() {
  return (
    <Mantine>
      <SignedIn />
    </Mantine>
  )
}

function SignedIn() {
  const contactPhone = useRouteLoaderData<typeof rootLoader>('root')?.contactPhone ?? null
  const session = useSession()
  const hydrated = useHydrated()
  const [open, setOpen] = useState(false)
  const [dialog, setDialog] = useState<ShortcutDialog | null>(null)

  if (!hydrated)
    return (
      <>
        <NeedsScript />
        <AppSkeleton />
      </>
    )
  if (!session) return <SessionMissing />

  const hasShortcuts = chooseRole(session.roles) !== 'Participante'
  const menu = {
    session,
    contactPhone,
    onLeave: () => setOpen(false),
    ...(hasShortcuts && { onSearch: () => setDialog('palette') }),
  }
  return (
    <QueryProvider key={`${session.token} ${chooseRole(session.roles)}`}>
      <SessionRefresh />
      {isViewing() && <ViewingBanner session={session} />}
      <div className={classes.page}>
        <SkipLink />
        <aside className={classes.drawer}>
          <Link to={HOME_PATH} aria-label="Largada, página inicial" className={classes.home}>
            <Logo height={24} />
          </Link>
          <SideMenu {...menu} />
        </aside>
        <div className={classes.content}>
          <header className={classes.bar}>
            <IconButton
              className={classes.menuButton}
              aria-label="Abrir menu"
              aria-expanded={open}
              onClick={() => setOpen(true)}
            >
              <IconMenu2 size={24} aria-hidden />
            </IconButton>
            <Link to={HOME_PATH} aria-label="Largada, página inicial" className={classes.barLogo}>
              <Logo height={22} />
            </Link>
            <ThemeToggle />
          </header>
          <OfflineBanner />
          <main id="conteudo" tabIndex={-1} className={classes.main}>
            <Page session={session} />
          </main>
        </div>
        <Sheet open={open} onClose={() => setOpen(false)} side="left" size="var(--drawer-width)" title="Menu">
          <SideMenu {...menu} />
        </Sheet>
        {hasShortcuts && <Shortcuts session={session} dialog={dialog} onDialog={setDialog} />}
      </div>
    </QueryProvider>
  )
}

function Page({ session }: { session: Session }) {
  const { pathname } = useLocation()
  const role = roleOfPage(pathname, session)
  if (role) return <SwitchRole role={role} />
  if (isOfAnotherRole(pathname, session.roles)) return <RefusedPage session={session} />
  const permission = missingPermission(pathname, session.permissions)
  return permission ? <RefusedPage session={session} permission={permission} /> : <Outlet />
}

const ENTRIES = [1, 2, 3, 4]

function AppSkeleton() {
  return (
    <div className={classes.page} aria-busy>
      <div className={classes.drawer}>
        <Skeleton height={24} width={140} />
        <Skeleton height={48} />
        {ENTRIES.map((entry) => (
          <Skeleton key={entry} height={36} />
        ))}
      </div>
      <main className={classes.main}>
        <h1 className="sr-only">Carregando…</h1>
        <Skeleton height={36} width={240} mb="lg" />
        <Skeleton height={44} mb="lg" maw={480} />
        <Skeleton height={320} radius="lg" />
      </main>
    </div>
  )
}

interface SideMenuProps {
  session: Session
  contactPhone: string | null
  onLeave: () => void
  /** Opens the search of pages, events and people. */
  onSearch?: () => void
}

function SideMenu({ session, contactPhone, onLeave, onSearch }: SideMenuProps) {
  const { pathname } = useLocation()
  const entries = menuEntries(session)
  const role = chooseRole(session.roles)
  const others = roleLinks(session)
  // The entry with the longest matching path is current, so a record's page highlights its list.
  const isCurrent = (path: string) => matchPath({ path, end: false }, pathname) !== null
  const current = entries
    .filter(({ path, records }) => isCurrent(path) || records?.some(isCurrent))
    .map(({ path }) => path)
    .sort((a, b) => b.length - a.length)[0]
  return (
    <div className={classes.menu}>
      <div className={classes.person}>
        <SessionAvatar session={session} />
        <div className={classes.who}>
          <span className={classes.name} title={session.user.name}>
            {session.user.name}
          </span>
          {role && others.length > 0 && <span className={classes.role}>{roleWord(role, session)}</span>}
        </div>
      </div>
      {onSearch && (
        <button
          type="button"
          className={menuButtonClass}
          aria-keyshortcuts="Control+K Meta+K"
          onClick={() => {
            onLeave()
            onSearch()
          }}
        >
          <IconSearch size={22} aria-hidden />
          Ir para…
        </button>
      )}
      {others.length > 0 && (
        <nav aria-label="Trocar de perfil" className={classes.roles}>
          <MenuList>
            {others.map((other) => (
              <MenuLink key={other.role} to={other.to} icon={IconSwitchHorizontal} onClick={onLeave}>
                {other.label}
              </MenuLink>
            ))}
          </MenuList>
        </nav>
      )}
      <nav aria-label="Principal" className={classes.entries}>
        {[entries.filter(({ added }) => !added), entries.filter(({ added }) => added)].map(
          (group, i) =>
            group.length > 0 && (
              <MenuList key={i === 0 ? 'specified' : 'added'}>
                {group.map(({ path, label, icon }) => (
                  <MenuLink key={path} to={path} icon={icon} current={path === current} onClick={onLeave}>
                    {label}
                  </MenuLink>
                ))}
              </MenuList>
            ),
        )}
      </nav>
      {role === 'Participante' ? (
        contactPhone && (
          <MenuList>
            <ChatEntry phone={contactPhone} />
          </MenuList>
        )
      ) : (
        // Participants have this link in their profile instead.
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
