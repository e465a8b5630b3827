import { type Location, useLocation } from 'react-router'

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

/** On `/login`: the page to open afterwards, or null when the person opened the login directly. */
export function useReturnPath(): { to: string; state: unknown } | null {
  const { state } = useLocation()
  return isLoginState(state) ? { to: state.from, state: state.fromState } : null
}
