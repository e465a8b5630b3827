import type { logout } from '#contract/session.ts'
import { api } from './api.ts'
import { LOGIN_PATH } from './paths.ts'
import { forgetDrafts } from './personal-drafts.ts'
import { clearSession } from './session.ts'

/** Signs out to the front door. */
export const signOut = (): void => leave('/')

/** Signs out to sign in again. */
export const signOutToLogin = (): void => leave(LOGIN_PATH)

/** Ends the session here and, as well as it can, on the server. The page is loaded anew: nothing of the person stays in memory. */
function leave(to: string): void {
  // Sent with the token that is about to go; whether it arrives changes nothing for the person.
  api<typeof logout>({ method: 'POST', path: '/logout' }, { keepalive: true }).catch(() => {})
  window.location.assign(to)
  forgetPerson(to)
}

/** Leaves nothing of who was signed in on this device; a page of theirs makes way for `to`. */
export function forgetPerson(to: string): void {
  try {
    forgetDrafts(sessionStorage)
  } catch {
    // Storage is blocked: nothing was kept.
  }
  clearSession(to)
}
