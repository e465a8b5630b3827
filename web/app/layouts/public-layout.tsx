import { Outlet, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { useSession } from '../session.ts'
import { SessionRefresh } from '../session-refresh.tsx'
import { OfflineBanner } from '../ui/offline-banner.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { ChatButton } from './chat-button.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import classes from './public-layout.module.css'

export default function PublicLayout() {
  const contactPhone = useRouteLoaderData<typeof rootLoader>('root')?.contactPhone ?? null
  const session = useSession()
  return (
    <div className={classes.page}>
      {/* A stored user that could not be read was discarded: who it is has to be asked anew. */}
      {session?.user.id === 0 && <SessionRefresh />}
      <SkipLink />
      <PublicHeader />
      <OfflineBanner />
      <main id="conteudo" tabIndex={-1} className={classes.main}>
        <Outlet />
      </main>
      <PublicFooter contactPhone={contactPhone} />
      {contactPhone && <ChatButton phone={contactPhone} />}
    </div>
  )
}
