import type { logout } from '#contract/session.ts'
import { api } from './api.ts'
import { tabStorage } from './browser-storage.ts'
import { LOGIN_PATH } from './paths.ts'
import { forgetDrafts } from './personal-drafts.ts'
import { clearSession } from './session.ts'

/** Signs out and opens the home page. */
export const signOut = (): void => leave('/')

/** Signs out and opens the login. */
export const signOutToLogin = (): void => leave(LOGIN_PATH)

/**
 * Deletes the session here and, if it can be reached, on the server. Reloads the page, so that no personal data stays in
 * memory.
 */
function leave(to: string): void {
  // Sent with the token that is about to be deleted; a failure changes nothing for the person.
  api<typeof logout>({ method: 'POST', path: '/logout' }, { keepalive: true }).catch(() => {})
  window.location.assign(to)
  forgetPerson(to)
}

/** Deletes all data of the signed-in person on this device; a page that needs a session redirects to `to`. */
export function forgetPerson(to: string): void {
  forgetDrafts(tabStorage)
  clearSession(to)
}
