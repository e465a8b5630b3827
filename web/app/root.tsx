import 'virtual:theme.css'
import './ui/fonts.css'
import './ui/tokens.css'
import './ui/global.css'
import { type ReactNode, useEffect } from 'react'
import { Links, type LinksFunction, Meta, Outlet } from 'react-router'
import type { Route } from './+types/root'
import { apiContext } from './api-context.ts'
import { EnrolmentGuard } from './enrolment-guard.tsx'
import { ForgetOldDrafts } from './forget-old-drafts.tsx'
import { NewTabs } from './new-tab.ts'
import { OfflineLinks } from './offline/links.tsx'
import { OldBrowserNote } from './old-browser.tsx'
import { BodyScripts, HeadScripts, PageData } from './own-scripts.tsx'
import { SessionExpiry } from './session-expiry.tsx'
import { followColorScheme } from './ui/color-scheme.ts'
import { ErrorPage } from './ui/error-page.tsx'
import archivo from './ui/fonts/archivo.woff2?url'
import inter from './ui/fonts/inter.woff2?url'
import { NavigationProgress } from './ui/navigation-progress.tsx'
import { RouteAnnouncer } from './ui/route-announcer.tsx'
import { ToastHost } from './ui/toast-host.tsx'

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

/** Marks the end of the visible page for `rel="expect"`. */
const END = 'fim'

export function Layout({ children }: { children: ReactNode }) {
  return (
    <html lang="pt-BR" data-mantine-color-scheme="light" suppressHydrationWarning>
      <head>
        <meta charSet="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        {/* Painting waits for the whole document: a half-read page would move while the rest is parsed. */}
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
    /** The site's origin, for the absolute URLs of shared links. */
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
