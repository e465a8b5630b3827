import { createContext, useContext } from 'react'
import { Scripts, ScrollRestoration } from 'react-router'
import { DATA_ID } from '#web/api/page-data.ts'
import { SESSION_SCRIPT } from '#web/session/session.ts'
import { TAB_STORAGE_SCRIPT } from '#web/storage/browser-storage.ts'
import { COLOR_SCHEME_SCRIPT } from '#web/ui/color-scheme.ts'
import { START_SCRIPT } from './late-start.ts'
import { OLD_BROWSER_SCRIPT } from './old-browser.tsx'

/** Holds back forms with `data-early` before hydration; `useEarlySubmit` submits them afterwards. */
const EARLY_SUBMIT_SCRIPT =
  "addEventListener('submit',event=>{const form=event.target;if(form.hasAttribute('data-early')){event.preventDefault();form.dataset.early='sent'}},true)"

/* All inline scripts. The Content-Security-Policy allows only these, by the hashes of `entry.server.tsx`. */

/** These scripts run before the first paint. */
const HEAD_SCRIPTS = [
  OLD_BROWSER_SCRIPT,
  TAB_STORAGE_SCRIPT,
  COLOR_SCHEME_SCRIPT,
  SESSION_SCRIPT,
  EARLY_SUBMIT_SCRIPT,
]

const OwnScript = ({ code }: { code: string }) => (
  // biome-ignore lint/security/noDangerouslySetInnerHtml: a constant of ours
  <script suppressHydrationWarning dangerouslySetInnerHTML={{ __html: code }} />
)

export const HeadScripts = () => HEAD_SCRIPTS.map((code) => <OwnScript key={code} code={code} />)

export const BodyScripts = () => (
  <>
    <ScrollRestoration />
    <Scripts />
    <OwnScript code={START_SCRIPT} />
  </>
)

export const PageDataContext = createContext('')

/** Inert, because its text differs on every page: no hash could allow it as a script. */
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
