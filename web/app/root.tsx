import 'virtual:theme.css'
import '#web/ui/fonts.css'
import '#web/ui/tokens.css'
import '#web/ui/global.css'
import { type ReactNode, useEffect } from 'react'
import { Links, type LinksFunction, Meta, Outlet } from 'react-router'
import { apiContext } from '#web/api/api-context.ts'
import { OldBrowserNote } from '#web/document/old-browser.tsx'
import { BodyScripts, HeadScripts, PageData } from '#web/document/own-scripts.tsx'
import { NewTabs } from '#web/navigation/new-tab.ts'
import { OfflineLinks } from '#web/offline/links.tsx'
import { EnrolmentGuard } from '#web/session/enrolment-guard.tsx'
import { SessionExpiry } from '#web/session/session-expiry.tsx'
import { ForgetOldDrafts } from '#web/storage/forget-old-drafts.tsx'
import { followColorScheme } from '#web/ui/color-scheme.ts'
import { ErrorPage } from '#web/ui/error-page.tsx'
import archivo from '#web/ui/fonts/archivo.woff2?url'
import inter from '#web/ui/fonts/inter.woff2?url'
import { NavigationProgress } from '#web/ui/navigation-progress.tsx'
import { RouteAnnouncer } from '#web/ui/route-announcer.tsx'
import { ToastHost } from '#web/ui/toast-host.tsx'
import type { Route } from './+types/root'

const font = (href: string) =>
  ({ rel: 'preload', as: 'font', type: 'font/woff2', href, crossOrigin: 'anonymous' }) as const

export const links: LinksFunction = () => [
  font(inter),
  font(archivo),
  { rel: 'icon', href: '/favicon.ico', sizes: '32x32' },
  { rel: 'icon', href: '/favicon.svg', type: 'image/svg+xml' },
  { rel: 'apple-touch-icon', href: '/apple-touch-icon.png' },
  { rel: 'manifest', href: '/site.webmanifest' },
]

const END = 'fim'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="pt-BR" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Delays the first paint until the whole document is parsed, because a partial page would move. */}
        <link rel="expect" href={`#${END}`} blocking="render" />
        <meta name="theme-color" media="(prefers-color-scheme: light)" content="#f7f7f6" />
        <meta name="theme-color" media="(prefers-color-scheme: dark)" content="#202124" />
        <HeadScripts />
        <Meta />
        <Links />
      </head>
      <body>
        <OldBrowserNote />
        {children}
        <ToastHost />
        <span id={END} hidden />
        <PageData />
        <BodyScripts />
      </body>
    </html>
  )
}

// The data does not change during navigation.
export const shouldRevalidate = () => false

export function loader({ context, request }: Route.LoaderArgs) {
  return {
    contactPhone: context.get(apiContext).contactPhone ?? null,
    seller: context.get(apiContext).seller ?? null,
    origin: new URL(request.url).origin,
  }
}

export default function Root() {
  useEffect(followColorScheme, [])
  return (
    <>
      <NavigationProgress />
      <SessionExpiry />
      <EnrolmentGuard />
      <OfflineLinks />
      <NewTabs />
      <ForgetOldDrafts />
      <Outlet />
      <RouteAnnouncer />
    </>
  )
}

export function ErrorBoundary() {
  return <ErrorPage />
}
