import { useEffect, useRef } from 'react'
import { useNavigate } from 'react-router'
import { roleHome } from '#contract/roles.ts'
import { useReturnPath } from '#web/session/return-path.ts'
import { useSession } from '#web/session/session.ts'

/** Unless it stays, leaves the page once there is a session; the page is visible until the next one has loaded. */
export function useLeaveSignedIn(stays = false): void {
  const session = useSession()
  const returnPath = useReturnPath()
  const navigate = useNavigate()
  const left = useRef(false)
  useEffect(() => {
    if (!session || left.current || stays) return
    left.current = true
    navigate(returnPath?.to ?? roleHome(session.roles), { replace: true, state: returnPath?.state })
  }, [session, returnPath, navigate, stays])
}
