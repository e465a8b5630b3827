import { createContext, useContext } from 'react'
import { Scripts, ScrollRestoration } from 'react-router'
import { TAB_STORAGE_SCRIPT } from './browser-storage.ts'
import { EARLY_SUBMIT_SCRIPT } from './early-submit.ts'
import { HOME_STATE_SCRIPT } from './features/event/home-state.ts'
import { START_SCRIPT } from './late-start.ts'
import { OLD_BROWSER_SCRIPT } from './old-browser.tsx'
import { DATA_ID } from './page-data.ts'
import { SESSION_SCRIPT } from './session.ts'
import { COLOR_SCHEME_SCRIPT } from './ui/color-scheme.ts'

/*
 * All inline scripts of a page. The Content-Security-Policy allows them by hash, and the hashes are computed from these two
 * components alone, rendered without page content (`entry.server.tsx`); any other inline script is refused.
 */

/**
 * Runs before the first paint: marks browsers that are too old, replaces a storage that throws, sets the color scheme, marks whether
 * somebody is signed in, shows the next race of the visitor's state and keeps what is submitted early.
 */
export function HeadScripts() {
  return (
    <>
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: OLD_BROWSER_SCRIPT }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: TAB_STORAGE_SCRIPT }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: COLOR_SCHEME_SCRIPT }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: SESSION_SCRIPT }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: HOME_STATE_SCRIPT }} />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: EARLY_SUBMIT_SCRIPT }} />
    </>
  )
}

/** The scripts that start the page in the browser. */
export function BodyScripts() {
  return (
    <>
      <ScrollRestoration />
      <Scripts />
      {/* biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours */}
      <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: START_SCRIPT }} />
    </>
  )
}

/** The loaders' answers as the router serializes them; set on the server only. */
export const PageDataContext = createContext('')

/** The page's data in an element that does not run: its text differs on every page, so no hash could allow it. */
export function PageData() {
  const data = useContext(PageDataContext)
  return (
    <script
      id={DATA_ID}
      type="application/json"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: JSON in which nothing can end the element
      dangerouslySetInnerHTML={{ __html: JSON.stringify(data).replaceAll('<', '\\u003c') }}
    />
  )
}
