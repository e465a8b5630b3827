import { ColorSchemeScript } from '@mantine/core'
import { createContext, useContext } from 'react'
import { Scripts, ScrollRestoration } from 'react-router'
import { DATA_ID } from './page-data.ts'
import { SESSION_SCRIPT } from './session.ts'
import { COLOR_SCHEME_KEY } from './ui/theme.ts'

/*
 * Every inline script of a page. The Content-Security-Policy allows them by hash, and the hashes are made of these two components
 * alone, rendered without a page in them (`entry.server.tsx`): whatever else comes to stand in a page's HTML may not run.
 */

/** Run before the first paint: the color scheme, and whether somebody is signed in. */
export function HeadScripts() {
  return (
    <>
      <ColorSchemeScript localStorageKey={COLOR_SCHEME_KEY} defaultColorScheme="auto" />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SESSION_SCRIPT }} />
    </>
  )
}

/** What starts the page in the browser. */
export function BodyScripts() {
  return (
    <>
      <ScrollRestoration />
      <Scripts />
    </>
  )
}

/** What the page's loaders answered, as the router writes it; on the server alone. */
export const PageDataContext = createContext('')

/** The page's data, as data: of another text on every page, so it may be no script. */
export function PageData() {
  const data = useContext(PageDataContext)
  return (
    <script
      id={DATA_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing ends the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
