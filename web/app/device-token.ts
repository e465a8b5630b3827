/**
 * Tells the server that somebody logged in with this browser before, so that strangers who guess the password elsewhere do
 * not keep them waiting. It opens nothing, and stays when they leave.
 */
const KEY = 'device'

export function getDeviceToken(): string | undefined {
  try {
    return localStorage.getItem(KEY) ?? undefined
  } catch {
    return undefined // Storage is blocked: each login is a first one.
  }
}

export function saveDeviceToken(token: string | undefined): void {
  try {
    if (token) localStorage.setItem(KEY, token)
  } catch {
    // Storage is blocked.
  }
}
