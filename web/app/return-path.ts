import { type Location, useLocation } from 'react-router'
import { LOGIN_PATH, WIZARD_PATH } from './paths.ts'

interface LoginState {
  from: string
  /** Navigation state of that page, for example the wizard's event. */
  fromState: unknown
}

/** Navigation state for `/login` that remembers the page the person wanted. */
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

/** The parameter that names the race somebody is registering for. */
const EVENT_PARAM = 'evento'

/** The login that leads to a race's wizard, wherever and whenever its link is opened. */
export const loginPathFor = (slug: string): string =>
  `${LOGIN_PATH}?${EVENT_PARAM}=${encodeURIComponent(slug)}`

/** On `/login`: the page to open afterwards, or null when the person opened the login directly. */
export function useReturnPath(): { to: string; state: unknown } | null {
  const { state, search } = useLocation()
  if (isLoginState(state)) return { to: state.from, state: state.fromState }
  // From the link of an e-mail, or of a race's page that was pressed before its scripts were there.
  const slug = new URLSearchParams(search).get(EVENT_PARAM)
  return slug ? { to: `${WIZARD_PATH}?${EVENT_PARAM}=${encodeURIComponent(slug)}`, state: null } : null
}

/** The slug of the race whose registration waits for a log-in. */
export function useWaitingEvent(): string | undefined {
  const { to } = useReturnPath() ?? {}
  if (!to?.startsWith(`${WIZARD_PATH}?`)) return undefined
  return new URLSearchParams(to.slice(WIZARD_PATH.length)).get(EVENT_PARAM) ?? undefined
}
