import { type Location, useLocation } from 'react-router'
import { LOGIN_PATH, WIZARD_PATH } from '#web/paths.ts'

interface LoginState {
  from: string
  fromState: unknown
}

export const loginState = ({
  pathname,
  search,
  state,
}: Pick<Location, 'pathname' | 'search' | 'state'>): LoginState => ({
  from: pathname + search,
  fromState: state,
})

const isLoginState = (state: unknown): state is LoginState =>
  typeof state === 'object' && state !== null && 'from' in state && typeof state.from === 'string'

/** Query parameter with the slug of the race for which the visitor wants to register. */
const EVENT_PARAM = 'evento'

/** Leads to the wizard of a race. It needs no navigation state, so it can be sent in an e-mail. */
export const loginPathFor = (slug: string): string =>
  `${LOGIN_PATH}?${EVENT_PARAM}=${encodeURIComponent(slug)}`

/** On `/login`: the page to open afterwards; null when the login was opened directly. */
export function useReturnPath(): { to: string; state: unknown } | null {
  const { state, search } = useLocation()
  if (isLoginState(state)) return { to: state.from, state: state.fromState }
  // The link in an e-mail names the race, and so does the server-rendered link on its page, which needs no
  // scripts.
  const slug = new URLSearchParams(search).get(EVENT_PARAM)
  return slug ? { to: `${WIZARD_PATH}?${EVENT_PARAM}=${encodeURIComponent(slug)}`, state: null } : null
}

export function useWaitingEvent(): string | undefined {
  const { to } = useReturnPath() ?? {}
  if (!to?.startsWith(`${WIZARD_PATH}?`)) return undefined
  return new URLSearchParams(to.slice(WIZARD_PATH.length)).get(EVENT_PARAM) ?? undefined
}
