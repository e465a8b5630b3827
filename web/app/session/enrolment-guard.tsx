import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ACCOUNT_PATH } from '#web/paths.ts'
import { loginState } from './return-path.ts'
import { setEnrolmentHandler } from './session.ts'

/** Redirects accounts that must set up a second factor to the page for it, and back afterwards. */
export function EnrolmentGuard() {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(
    () =>
      setEnrolmentHandler(() => {
        if (location.pathname !== ACCOUNT_PATH)
          navigate(ACCOUNT_PATH, { replace: true, state: loginState(location) })
      }),
    [navigate, location],
  )
  return null
}
