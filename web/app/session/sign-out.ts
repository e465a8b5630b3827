import type { logout } from '#contract/account/session.ts'
import { api } from '#web/api/api.ts'
import { LOGIN_PATH } from '#web/paths.ts'
import { tabStorage } from '#web/storage/browser-storage.ts'
import { forgetDrafts } from '#web/storage/personal-drafts.ts'
import { clearSession } from './session.ts'

export const signOut = (): void => leave('/')

export const signOutToLogin = (): void => leave(LOGIN_PATH)

/** Opens the current page again, for the link of another account. */
export const signOutHere = (): void => leave(LOGIN_PATH, () => window.location.reload())

/**
 * Ends the session on this device and, if the server can be reached, there too. Reloads the page, so that no
 * personal data remains in memory.
 */
function leave(to: string, open = () => window.location.assign(to)): void {
  // Sent with the token that is deleted below. A failure has no effect for the user.
  api<typeof logout>({ method: 'POST', path: '/logout' }, { keepalive: true }).catch(() => {})
  open()
  forgetPerson(to)
}

/** Deletes all data of the signed-in user on this device. Pages that need a session then redirect to `to`. */
export function forgetPerson(to: string): void {
  forgetDrafts(tabStorage)
  clearSession(to)
}
