import { Navigate, useLocation } from 'react-router'
import { LOGIN_PATH } from '#web/paths.ts'
import { loginState } from '#web/session/return-path.ts'
import { signedOutPath } from '#web/session/session.ts'

/** Redirects to the login, which leads back, or to the target of signing out. */
export function SessionMissing() {
  const location = useLocation()
  const to = signedOutPath()
  return <Navigate to={to} replace state={to === LOGIN_PATH ? loginState(location) : null} />
}
