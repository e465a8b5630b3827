import { useLocation } from 'react-router'
import type { Waiting } from '#contract/fields.ts'
import { EVENT_PATH, pathTo, WIZARD_PATH } from '#web/paths.ts'
import { ALERT_PARAM, EVENT_PARAM, type LoginState } from './return-path.ts'

const isLoginState = (state: unknown): state is LoginState =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'

interface ReturnPath {
  to: string
  state: unknown
  /** The race whose alert is set there, if the visitor was not logged in before. */
  alertOf?: string
}

/** On `/login`: the page to open afterwards; null when the login was opened directly. */
export function useReturnPath(): ReturnPath | null {
  const { state, search } = useLocation()
  if (isLoginState(state)) return { to: state.from, state: state.fromState }
  // The link in an e-mail names the race, and so does the server-rendered link on its page, which needs no
  // scripts.
  const params = new URLSearchParams(search)
  const slug = params.get(EVENT_PARAM)
  if (!slug) return null
  if (params.get(ALERT_PARAM) === '1')
    return { to: pathTo(EVENT_PATH, encodeURIComponent(slug)), state: null, alertOf: slug }
  return { to: `${WIZARD_PATH}?${EVENT_PARAM}=${encodeURIComponent(slug)}`, state: null }
}

/** What waits for the log-in, as the calls take it that send a link by e-mail. */
export function useWaiting(): Waiting {
  const { to, alertOf } = useReturnPath() ?? {}
  if (alertOf) return { waiting_event: alertOf, waiting_alert: true }
  if (!to?.startsWith(`${WIZARD_PATH}?`)) return {}
  const slug = new URLSearchParams(to.slice(WIZARD_PATH.length)).get(EVENT_PARAM)
  return slug ? { waiting_event: slug } : {}
}
