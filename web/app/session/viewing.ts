import type { logout } from '#contract/account/session.ts'
import type { viewAs } from '#contract/backoffice/viewing.ts'
import type { Success } from '#contract/route.ts'
import { api } from '#web/api/api.ts'
import { tabStorage } from '#web/storage/browser-storage.ts'
import { clearSession, saveSession } from './session.ts'

// While an administrator views as another user, the tab has a read-only session of that user.

const RETURN_KEY = 'viewed-from'

export function startViewing({ token, user, roles, permissions }: Success<typeof viewAs>['data']): void {
  tabStorage.setItem(RETURN_KEY, window.location.pathname)
  saveSession({ token, user, roles, permissions }, tabStorage)
}

/** Restores the administrator's session. Returns the path of the page on which viewing started. */
export function endViewing(): string {
  // Sent with the token that is deleted below.
  api<typeof logout>({ method: 'POST', path: '/logout' }, { keepalive: true }).catch(() => {})
  const path = tabStorage.getItem(RETURN_KEY) ?? '/'
  tabStorage.removeItem(RETURN_KEY)
  clearSession()
  return path
}
