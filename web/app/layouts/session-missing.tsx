import { Navigate, useLocation } from 'react-router'
import { LOGIN_PATH } from '../paths.ts'
import { loginState } from '../return-path.ts'
import { signedOutPath } from '../session.ts'

/** Replaces a page that needs a session: redirects to the login, which leads back, or to where signing out leads. */
export function SessionMissing() {
  const location = useLocation()
  const to = signedOutPath()
  return <Navigate to={to} replace state={to === LOGIN_PATH ? loginState(location) : null} />
}
