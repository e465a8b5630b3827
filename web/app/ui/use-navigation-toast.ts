import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from './toast.ts'

/** Shows the message of the navigation state once, and removes it so that a reload does not repeat it. */
export function useNavigationToast(): void {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const message: unknown = state?.message
  useEffect(() => {
    if (typeof message !== 'string') return
    showToast('success', message)
    navigate({ pathname, search }, { replace: true, state: { ...state, message: undefined } })
  }, [navigate, pathname, search, state, message])
}
