import { Outlet, useRouteLoaderData } from 'react-router'
import type { loader as rootLoader } from '../root'
import { OfflineBanner } from '../ui/offline-banner'
import { SkipLink } from '../ui/skip-link'
import { ChatButton } from './chat-button'
import { PublicFooter } from './public-footer'
import { PublicHeader } from './public-header'
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
