import { Navigate, useLocation } from 'react-router'
import { loginState } from '../return-place.ts'
import { LOGIN, sessionExit } from '../session.ts'

/** In place of a page that needs a session: the login, which leads back, or where leaving on purpose goes. */
export function SessionMissing() {
  const location = useLocation()
  const to = sessionExit()
  return <Navigate to={to} replace state={to === LOGIN ? loginState(location) : null} />
}
