import type { viewAs } from '#contract/backoffice/viewing.ts'
import type { Success } from '#contract/route.ts'
import type { logout } from '#contract/session.ts'
import { api } from './api.ts'
import { tabStorage } from './browser-storage.ts'
import { clearSession, saveSession } from './session.ts'

// While an administrator sees what somebody else sees, the session of this tab is that person's, read-only: the server refuses changes.

const RETURN_KEY = 'viewed-from'

/** Shows this tab what the person of the answer sees, until `endViewing`. */
export function startViewing({ token, user, roles, permissions }: Success<typeof viewAs>['data']): void {
  tabStorage.setItem(RETURN_KEY, window.location.pathname)
  saveSession({ token, user, roles, permissions }, tabStorage)
}

/** Gives the tab its own session back; returns the page where it was left. */
export function endViewing(): string {
  // Sent with the token that is about to be deleted.
  api<typeof logout>({ method: 'POST', path: '/logout' }, { keepalive: true }).catch(() => {})
  const path = tabStorage.getItem(RETURN_KEY) ?? '/'
  tabStorage.removeItem(RETURN_KEY)
  clearSession()
  return path
}
