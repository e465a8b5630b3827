/**
 * Tells the server that somebody has logged in with this browser before, so that other people's wrong passwords do not delay
 * this login. The token gives no access, and it stays after signing out.
 */
const KEY = 'device'

export function getDeviceToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined // Storage is blocked: the server treats each login as the first one of a browser.
  }
}

export function saveDeviceToken(token: string | undefined): void {
  try {
    if (token) localStorage.setItem(KEY, token)
  } catch {
    // Storage is blocked.
  }
}
