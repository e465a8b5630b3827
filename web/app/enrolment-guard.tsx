import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { ACCOUNT_PATH } from './paths.ts'
import { loginState } from './return-path.ts'
import { whenEnrolmentIsDue } from './session.ts'

/** Takes whoever must turn the second factor on to where that is done and, afterwards, back to where they were. */
export function EnrolmentGuard() {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(
    () =>
      whenEnrolmentIsDue(() => {
        if (location.pathname !== ACCOUNT_PATH)
          navigate(ACCOUNT_PATH, { replace: true, state: loginState(location) })
      }),
    [navigate, location],
  )
  return null
}
