import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ACCOUNT_PATH } from './paths.ts'
import { loginState } from './return-path.ts'
import { setEnrolmentHandler } from './session.ts'

/** Redirects an account that must turn the second factor on to the page where that is done, and back afterwards. */
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
