import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { roleHome } from '#contract/roles.ts'
import { ASKED_ALERT } from '#web/session/return-path.ts'
import { getSession, useSession } from '#web/session/session.ts'
import { useReturnPath } from '#web/session/use-return-path.ts'

/**
 * Unless it stays, leaves the page once there is a session; the page is visible until the next one has loaded.
 * Sets the alert that the address asks for only after a log-in, not for whoever opens a link while logged in.
 */
export function useLeaveSignedIn(stays = false): void {
  const session = useSession()
  const returnPath = useReturnPath()
  const navigate = useNavigate()
  const wasGuest = useRef(false)
  const left = useRef(false)
  useEffect(() => {
    // `useSession` has no session during hydration.
    if (!getSession()) wasGuest.current = true
    if (!session || left.current || stays) return
    left.current = true
    const { to, state, alertOf } = returnPath ?? {}
    navigate(to ?? roleHome(session.roles), {
      replace: true,
      state: alertOf && wasGuest.current ? ASKED_ALERT : state,
    })
  }, [session, returnPath, navigate, stays])
}
