import { useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { showToast } from '../../ui/toast.ts'

/** Says once what the page was reached with: a reload keeps the navigation state, but not its message. */
export function useArrivalToast(): void {
  const navigate = useNavigate()
  const { pathname, search, state } = useLocation()
  const message: unknown = state?.message
  useEffect(() => {
    if (typeof message !== 'string') return
    showToast('success', message)
    navigate({ pathname, search }, { replace: true, state: { ...state, message: undefined } })
  }, [navigate, pathname, search, state, message])
}
