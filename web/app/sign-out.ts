import { useNavigate } from 'react-router'
import type { logout } from '#contract/account.ts'
import { api } from './api.ts'
import { clearSession } from './session.ts'

/** Ends the session here and, as well as it can, on the server. */
export function useSignOut(): () => void {
  const navigate = useNavigate()
  return () => {
    // Sent with the token that is about to go; whether it arrives changes nothing for the person.
    api<typeof logout>({ method: 'POST', path: '/logout' }).catch(() => {})
    clearSession()
    navigate('/')
  }
}
