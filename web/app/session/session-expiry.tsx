import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { LOGIN_PATH } from '#web/paths.ts'
import { showToast } from '#web/ui/toast.ts'
import { loginState } from './return-path.ts'
import { setExpiryHandler } from './session.ts'

/** Redirects to the login when the session expires, and back to the same page afterwards. */
export function SessionExpiry() {
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(
    () =>
      setExpiryHandler(() => {
        showToast('error', 'Sessão expirada. Faça login novamente.', { onNextPage: true })
        if (location.pathname !== LOGIN_PATH)
          navigate(LOGIN_PATH, { replace: true, state: loginState(location) })
      }),
    [navigate, location],
  )
  return null
}
