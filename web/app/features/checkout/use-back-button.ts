import { useEffect, useRef } from 'react'
import { useBlocker, useLocation, useNavigate } from 'react-router'

/** While it is active, the browser's Back button calls `onBack` instead of leaving the page. */
export function useBackButton(active: boolean, onBack: () => void): void {
  const blocker = useBlocker(({ historyAction }) => active && historyAction === 'POP')
  const latest = useRef(onBack)
  useEffect(() => {
    latest.current = onBack
  })
  useEffect(() => {
    if (blocker.state !== 'blocked') return
    blocker.reset()
    latest.current()
  }, [blocker])

  // The router is told of Back only if the page before is its own: as the tab's first page this one is opened once more.
  const location = useLocation()
  const navigate = useNavigate()
  useEffect(() => {
    if (active && window.history.state?.idx === 0)
      navigate(location, { state: location.state, preventScrollReset: true })
  }, [active, location, navigate])
}
