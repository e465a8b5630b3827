import { Outlet, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root.tsx'
import { OfflineBanner } from '../ui/offline-banner.tsx'
import { SkipLink } from '../ui/skip-link.tsx'
import { ChatButton } from './chat-button.tsx'
import { PublicFooter } from './public-footer.tsx'
import { PublicHeader } from './public-header.tsx'
import classes from './public-layout.module.css'

export default function PublicLayout() {
  const contactPhone = useRouteLoaderData<typeof rootLoader>('root')?.contactPhone ?? null
  return (
    <div className={classes.page}>
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
